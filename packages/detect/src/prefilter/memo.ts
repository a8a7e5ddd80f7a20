import type { EventObject } from '@margay/model';
import { childOf, isMapping, missing } from './paths.ts';

/** The values a rule's answer depends on, of one event. */
export interface Mark {
  group: Group;
  key: string;
}

/**
 * Remembers to which values a rule has said False. For rules whose answer depends on a few fields and nothing else
 * (`reads.py` finds them): the same values need not be asked again. User agents, regions and addresses repeat.
 */
export interface AnswerMemo {
  begin(event: EventObject): void;
  /** Visits every rule without a condition that is not known to say False to the event. */
  visitOpen(visit: (rule: number) => void): void;
  /** Undefined: the answer is not worth remembering, or cannot be. */
  markOf(rule: number): Mark | undefined;
  saidFalse(rule: number, mark: Mark): boolean;
  learnFalse(rule: number, mark: Mark): void;
}

export interface MemoRule {
  rule: number;
  fields: string[][];
  /** It has no condition, so the index does not visit it: the memo does. */
  isAlways: boolean;
}

/** Rules that depend on the same fields share their keys. */
interface Group {
  fields: string[][];
  always: { rule: number; bit: number }[];
  alwaysMask: Uint32Array | undefined;
  /** Bit per rule of the group. */
  answers: Map<string, Uint32Array>;
  size: number;
  characters: number;
  answered: number;
  repeated: number;
  isOff: boolean;
  /** Of the event at hand. */
  turn: number;
  key: string | undefined;
}

/** Per group, so that values made up by an attacker cost no more than this. */
const mostCharacters = 2_000_000;
const longestValue = 400;
const mostGroups = 64;
const trialLength = 5000;
const worthwhileShare = 0.2;

export function createAnswerMemo(rules: readonly MemoRule[]): AnswerMemo {
  const groups = new Map<string, Group>();
  const places = new Map<number, { group: Group; bit: number }>();
  const ungrouped: number[] = [];
  for (const { rule, fields, isAlways } of rules) {
    const name = JSON.stringify(fields);
    let group = groups.get(name);
    if (!group && groups.size < mostGroups) groups.set(name, (group = emptyGroup(fields)));
    if (!group) {
      if (isAlways) ungrouped.push(rule);
      continue;
    }
    const bit = group.size++;
    places.set(rule, { group, bit });
    if (isAlways) group.always.push({ rule, bit });
  }
  const withAlways = [...groups.values()].filter((group) => group.always.length > 0);
  let current: EventObject = {};
  let turn = 0;

  function currentKey(group: Group): string | undefined {
    if (group.isOff) return undefined;
    if (group.turn !== turn) {
      group.turn = turn;
      group.key = keyOf(current, group.fields);
    }
    return group.key;
  }

  return {
    begin(event) {
      current = event;
      turn += 1;
    },
    visitOpen(visit) {
      for (const rule of ungrouped) visit(rule);
      for (const group of withAlways) {
        const key = currentKey(group);
        const bits = key === undefined ? undefined : group.answers.get(key);
        if (!bits) for (const { rule } of group.always) visit(rule);
        else if (isSettled(group, bits)) count(group, group.always.length, true);
        else for (const { rule, bit } of group.always) if (!hasBit(bits, bit)) visit(rule);
      }
    },
    markOf(rule) {
      const group = places.get(rule)?.group;
      const key = group && currentKey(group);
      return key === undefined ? undefined : { group: group!, key };
    },
    saidFalse(rule, { group, key }) {
      const bits = group.answers.get(key);
      if (!bits || !hasBit(bits, places.get(rule)!.bit)) return false;
      count(group, 1, true);
      return true;
    },
    learnFalse(rule, { group, key }) {
      if (group.isOff) return;
      let bits = group.answers.get(key);
      if (!bits) {
        if (group.characters > mostCharacters) forget(group);
        group.answers.set(key, (bits = new Uint32Array((group.size + 31) >> 5)));
        group.characters += key.length + bits.byteLength;
      }
      const bit = places.get(rule)!.bit;
      const before = bits[bit >> 5]!;
      bits[bit >> 5] = before | (1 << (bit & 31));
      // Lessons come after their batch: what it said twice counts as repeated, though it was asked twice.
      count(group, 1, bits[bit >> 5] === before);
    },
  };
}

function emptyGroup(fields: string[][]): Group {
  return {
    fields,
    always: [],
    alwaysMask: undefined,
    answers: new Map(),
    size: 0,
    characters: 0,
    answered: 0,
    repeated: 0,
    isOff: false,
    turn: 0,
    key: undefined,
  };
}

function hasBit(bits: Uint32Array, bit: number): boolean {
  return (bits[bit >> 5]! & (1 << (bit & 31))) !== 0;
}

/** Whether all rules the memo has to visit have said False. */
function isSettled(group: Group, bits: Uint32Array): boolean {
  group.alwaysMask ??= maskOf(group);
  const mask = group.alwaysMask;
  for (let word = 0; word < mask.length; word++)
    if ((bits[word]! & mask[word]!) >>> 0 !== mask[word]) return false;
  return true;
}

function maskOf(group: Group): Uint32Array {
  const mask = new Uint32Array((group.size + 31) >> 5);
  for (const { bit } of group.always) mask[bit >> 5]! |= 1 << (bit & 31);
  return mask;
}

function forget(group: Group): void {
  group.answers.clear();
  group.characters = 0;
}

/** Fields whose values hardly repeat are not worth the trouble. */
function count(group: Group, answers: number, areRepeated: boolean): void {
  group.answered += answers;
  if (areRepeated) group.repeated += answers;
  if (group.answered < trialLength) return;
  if (group.repeated < group.answered * worthwhileShare) {
    group.isOff = true;
    forget(group);
  }
  group.answered = 0;
  group.repeated = 0;
}

function keyOf(event: EventObject, fields: string[][]): string | undefined {
  let key = '';
  for (const path of fields) {
    const part = partOf(event, path);
    if (part === undefined) return undefined;
    key += part;
  }
  return key;
}

/**
 * All that looking up a path can tell, when what lies there is no container: where the way ends, and with what.
 * Undefined for containers, and for numbers, because 1 and 1.0 are not told apart here but are in Python.
 */
function partOf(event: EventObject, path: string[]): string | undefined {
  let value: unknown = event;
  let depth = 0;
  for (const key of path) {
    if (!isMapping(value)) break;
    value = childOf(value, key);
    depth += 1;
  }
  if (value === missing) return `${depth}-;`;
  if (value === null) return `${depth}n;`;
  if (typeof value === 'boolean') return value ? `${depth}t;` : `${depth}f;`;
  if (typeof value !== 'string' || value.length > longestValue) return undefined;
  return `${depth}s${value.length}:${value};`;
}
