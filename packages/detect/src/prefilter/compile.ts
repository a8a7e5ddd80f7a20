import type { CandidateCondition, DataModel, EventObject } from '@margay/model';
import { type Anchor, anchorsOf, type ValueKind } from './anchors.ts';
import type { Condition } from './condition.ts';
import { createPathReader, missing, type PathReader, type ValuePath } from './paths.ts';
import { type Mappings, resolveCondition } from './resolve.ts';
import { compileTest } from './tests.ts';

/** Calls `visit` once with the number of every rule that must run on the event. */
export type Prefilter = (event: EventObject, visit: (rule: number) => void) => void;

export interface RuleCondition {
  rule: number;
  condition: Condition;
}

interface Candidate {
  rule: number;
  holds: () => boolean;
  /** The event it was last decided for. */
  turn: number;
}

/** Candidates by what one field holds. */
interface FieldIndex {
  path: number;
  texts: Map<string, Candidate[]>;
  /** By their length, so that a text is cut once for each length and looked up, however many prefixes there are. */
  prefixes: Map<number, Map<string, Candidate[]>>;
  kinds: Map<ValueKind, Candidate[]>;
}

/**
 * The prefilter of a batch of one log type. Python picks the data model by the event's own log type; where that is
 * another than the batch's, unified names decide nothing.
 */
export function compilePrefilter(
  logType: string,
  rules: readonly RuleCondition[],
  mappings: DataModel['mappings'] = [],
): Prefilter {
  const own = compileIndex(rules, mappings);
  let foreign: Prefilter | undefined;
  return (event, visit) => {
    if (event['p_log_type'] === logType) own(event, visit);
    else (foreign ??= compileIndex(rules, undefined))(event, visit);
  };
}

function compileIndex(rules: readonly RuleCondition[], mappings: Mappings): Prefilter {
  return compileConditions(
    rules.map(({ rule, condition }) => ({ rule, condition: resolveCondition(condition, mappings) })),
    createPathReader,
  );
}

/**
 * All rules in one index, so that a thousand rules cost little more than a hundred: per event, each indexed field is
 * read once and looked up once.
 */
export function compileConditions(
  rules: readonly { rule: number; condition: CandidateCondition }[],
  createReader: (paths: readonly ValuePath[]) => PathReader,
): Prefilter {
  const paths: ValuePath[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (path: ValuePath): number => {
    const name = JSON.stringify([path.isExact, path.keys]);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, paths.length);
    return paths.push(path) - 1;
  };
  for (const { condition } of rules) forEachPath(condition, numberOf);
  const reader = createReader(paths);

  const always: number[] = [];
  const unindexed: Candidate[] = [];
  const indexes = new Map<number, FieldIndex>();
  for (const { rule, condition } of rules) {
    if (condition === true) {
      always.push(rule);
      continue;
    }
    const candidate = { rule, holds: compileCondition(condition, numberOf, reader), turn: 0 };
    const anchors = anchorsOf(condition);
    if (!anchors) unindexed.push(candidate);
    else for (const anchor of anchors) addAnchor(indexes, numberOf(anchor.path), anchor, candidate);
  }
  return createLookup(reader, always, unindexed, [...indexes.values()]);
}

function forEachPath(condition: CandidateCondition, visit: (path: ValuePath) => void): void {
  if (typeof condition === 'boolean') return;
  if ('path' in condition) visit(condition.path);
  else for (const part of 'all' in condition ? condition.all : condition.any) forEachPath(part, visit);
}

function compileCondition(
  condition: CandidateCondition,
  numberOf: (path: ValuePath) => number,
  reader: PathReader,
): () => boolean {
  if (typeof condition === 'boolean') return () => condition;
  if ('path' in condition) {
    const path = numberOf(condition.path);
    const test = compileTest(condition.is);
    const wanted = !condition.isNegated;
    return () => (test(reader.read(path)) ?? wanted) === wanted;
  }
  if ('all' in condition) {
    const parts = condition.all.map((part) => compileCondition(part, numberOf, reader));
    return () => parts.every((holds) => holds());
  }
  const parts = condition.any.map((part) => compileCondition(part, numberOf, reader));
  return () => parts.some((holds) => holds());
}

function addAnchor(
  indexes: Map<number, FieldIndex>,
  path: number,
  anchor: Anchor,
  candidate: Candidate,
): void {
  let index = indexes.get(path);
  if (!index) indexes.set(path, (index = { path, texts: new Map(), prefixes: new Map(), kinds: new Map() }));
  if ('text' in anchor) addTo(index.texts, anchor.text, candidate);
  else if ('prefix' in anchor) {
    const { length } = anchor.prefix;
    let ofLength = index.prefixes.get(length);
    if (!ofLength) index.prefixes.set(length, (ofLength = new Map()));
    addTo(ofLength, anchor.prefix, candidate);
  } else addTo(index.kinds, anchor.kind, candidate);
}

function addTo<K>(map: Map<K, Candidate[]>, key: K, candidate: Candidate): void {
  const list = map.get(key);
  if (!list) map.set(key, [candidate]);
  else if (!list.includes(candidate)) list.push(candidate);
}

function createLookup(
  reader: PathReader,
  always: number[],
  unindexed: Candidate[],
  indexes: FieldIndex[],
): Prefilter {
  let turn = 0;

  function decide(candidates: Candidate[] | undefined, visit: (rule: number) => void): void {
    if (!candidates) return;
    for (const candidate of candidates) {
      if (candidate.turn === turn) continue;
      candidate.turn = turn;
      if (candidate.holds()) visit(candidate.rule);
    }
  }

  return (event, visit) => {
    turn += 1;
    reader.begin(event);
    for (const rule of always) visit(rule);
    decide(unindexed, visit);
    for (const index of indexes) {
      const value = reader.read(index.path);
      if (typeof value !== 'string') {
        decide(index.kinds.get(kindOf(value)), visit);
        continue;
      }
      decide(index.texts.get(value), visit);
      for (const [length, ofLength] of index.prefixes)
        if (length <= value.length) decide(ofLength.get(value.slice(0, length)), visit);
    }
  };
}

function kindOf(value: unknown): ValueKind {
  if (value === missing) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'mapping' : 'number';
}
