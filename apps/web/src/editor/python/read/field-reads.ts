import { alertFunctions } from '../alert-functions.ts';
import type { Token } from './tokens.ts';
import { valueOf } from './tokens.ts';

/** One name in a path: what it says and where it stands between its quotes. */
export interface PathSegment {
  value: string;
  from: number;
  to: number;
}

export type ReadMethod = 'get' | 'deep_get' | 'deep_walk' | 'udm' | 'udm_path' | 'index';

/** A place where code reads a field of the event. */
export interface FieldRead {
  method: ReadMethod;
  /** Where the method's name stands; of an index, its bracket. */
  methodAt: { from: number; to: number };
  /** What was read before it in the same chain, or by the name it starts from. */
  base: readonly string[];
  segments: readonly PathSegment[];
  /** The value is that of a name set earlier, which may have been set again since. */
  isIndirect: boolean;
}

/** A call of a method on the event or on a part of it. */
export interface EventCall {
  method: string;
  methodAt: { from: number; to: number };
}

export interface EventUse {
  reads: FieldRead[];
  calls: EventCall[];
}

const pathMethods = new Set(['get', 'deep_get', 'deep_walk', 'udm', 'udm_path']);
const freeFunctions = new Set(['deep_get', 'deep_walk']);
const takesEvent = new Set(['rule', ...alertFunctions.map((entry) => entry.name)]);

/** Where a value comes from: a path of the event, or undefined once that is no longer known. */
type Source = { path: readonly string[]; isIndirect: boolean };

/** Every read of an event's field in the text, in its order, and every method call on the event. */
export function findEventUse(text: string, tokens: readonly Token[]): EventUse {
  const code = tokens.filter((token) => token.kind !== 'comment');
  const use: EventUse = { reads: [], calls: [] };
  let names = new Map<string, Source>([['event', { path: [], isIndirect: false }]]);
  for (let at = 0; at < code.length; at += 1) {
    const token = code[at]!;
    if (token.kind !== 'name') continue;
    if (token.text === 'def' && token.depth === 0 && isLineStart(text, token.from))
      names = namesOfFunction(code, at);
    if (code[at - 1]?.text === '.') continue;
    const free = freeSource(code, at, names);
    if (free) {
      readArguments({ text, code, open: at + 1, method: token, base: free.source, first: free.first }, use);
      continue;
    }
    const source = names.get(token.text);
    if (!source || !isValue(code, at)) {
      forget(code, at, names);
      continue;
    }
    const end = readChain({ text, code, at, source }, use);
    const target = targetOf(code, at);
    if (target && end.source && endsValue(code[end.at]))
      names.set(target, { path: end.source.path, isIndirect: true });
  }
  return use;
}

const isLineStart = (text: string, at: number) => at === 0 || text[at - 1] === '\n';

/** `event`, or whatever a function of the contract calls its argument. */
function namesOfFunction(code: readonly Token[], at: number): Map<string, Source> {
  const argument = code[at + 3];
  const isKnown = takesEvent.has(code[at + 1]?.text ?? '') && argument?.kind === 'name';
  return new Map([[isKnown ? argument.text : 'event', { path: [], isIndirect: false }]]);
}

/** False where the name is set, named as an argument, or is an attribute. */
function isValue(code: readonly Token[], at: number): boolean {
  const next = code[at + 1]?.text;
  return next === '.' || next === '[';
}

/** A name that is set to anything else no longer stands for a part of the event. */
function forget(code: readonly Token[], at: number, names: Map<string, Source>): void {
  const name = code[at]!.text;
  if (name === 'event') return;
  const next = code[at + 1]?.text;
  const isTarget = code[at - 1]?.text === 'for' || code[at - 1]?.text === 'as';
  if (next === '=' || next === ':=' || isTarget) names.delete(name);
}

/** The name a statement gives to the value that starts here: `name = value`, `for name in value`. */
function targetOf(code: readonly Token[], at: number): string | undefined {
  const [before, target, head] = [code[at - 1], code[at - 2], code[at - 3]];
  if (target?.kind !== 'name') return undefined;
  if (before?.text === ':=') return target.text;
  if (before?.text === 'in' && head?.text === 'for') return target.text;
  const isStatement = head === undefined || head.kind === 'newline' || head.text === ':' || head.text === ';';
  return before?.text === '=' && isStatement ? target.text : undefined;
}

const endsValue = (token: Token | undefined) =>
  token === undefined || token.kind === 'newline' || ['or', ':', ')', ']', 'if', ';'].includes(token.text);

/** `deep_get(event, …)`: what it reads from, and the place of the first name of the path. */
function freeSource(code: readonly Token[], at: number, names: ReadonlyMap<string, Source>) {
  if (!freeFunctions.has(code[at]!.text) || code[at + 1]?.text !== '(' || code[at - 1]?.text === 'def')
    return undefined;
  const source = names.get(code[at + 2]?.text ?? '');
  return source && code[at + 3]?.text === ',' ? { source, first: at + 4 } : undefined;
}

interface Chain {
  text: string;
  code: readonly Token[];
  at: number;
  source: Source;
}

/** Follows `.get(…)["…"]` from a name; gives the place behind the chain and what it stands for. */
function readChain(chain: Chain, use: EventUse): { at: number; source: Source | undefined } {
  const { text, code } = chain;
  let source: Source | undefined = chain.source;
  let at = chain.at + 1;
  while (source) {
    const sign = code[at];
    const method = code[at + 1];
    if (sign?.text === '.' && method?.kind === 'name' && code[at + 2]?.text === '(') {
      source = readArguments({ text, code, open: at + 2, method, base: source, first: at + 3 }, use);
      at = closing(code, at + 2) + 1;
    } else if (sign?.text === '[') {
      source = readIndex(chain, at, source, use);
      at = closing(code, at) + 1;
    } else return { at, source };
  }
  return { at, source };
}

interface Arguments {
  text: string;
  code: readonly Token[];
  open: number;
  method: Token;
  base: Source;
  /** Place of the first name of the path. */
  first: number;
}

/** Notes a call with the names it is given; gives what it returns, as far as that is known. */
function readArguments(call: Arguments, use: EventUse): Source | undefined {
  const { text, code, method, base } = call;
  const methodAt = { from: method.from, to: method.to };
  use.calls.push({ method: method.text, methodAt });
  if (!pathMethods.has(method.text)) return undefined;
  const readMethod = method.text as ReadMethod;
  const isDeep = readMethod.startsWith('deep_');
  const segments: PathSegment[] = [];
  let at = call.first;
  let isWhole = false;
  while (code[at]) {
    const segment = segmentOf(text, code[at]!);
    const next = code[at + 1]?.text;
    // `"a" + b` and `"a" "b"` are no names that can be told from the text.
    if (
      !segment ||
      (next !== undefined && next !== ',' && next !== ')' && code[at + 1]?.kind !== 'newline')
    ) {
      isWhole = segment === undefined && (code[at]!.text === ')' || next === '=');
      break;
    }
    segments.push(segment);
    isWhole = true;
    if (next !== ',' || !isDeep) break;
    at += 2;
  }
  use.reads.push({ method: readMethod, methodAt, base: base.path, segments, isIndirect: base.isIndirect });
  if (!isWhole || segments.length === 0 || readMethod.startsWith('udm')) return undefined;
  return { path: [...base.path, ...segments.map(({ value }) => value)], isIndirect: base.isIndirect };
}

function readIndex({ text, code }: Chain, open: number, base: Source, use: EventUse): Source | undefined {
  const inside = code[open + 1];
  const after = code[open + 2]?.text;
  // An element of a list stands at the list's path.
  if (inside?.kind === 'number' && after === ']') return base;
  const segment = inside && segmentOf(text, inside);
  if (!segment || (after !== undefined && after !== ']')) return undefined;
  const methodAt = { from: code[open]!.from, to: code[open]!.to };
  use.reads.push({
    method: 'index',
    methodAt,
    base: base.path,
    segments: [segment],
    isIndirect: base.isIndirect,
  });
  return { path: [...base.path, segment.value], isIndirect: base.isIndirect };
}

function segmentOf(text: string, token: Token): PathSegment | undefined {
  const value = valueOf(text, token);
  if (value === undefined || token.contentFrom === undefined || token.contentTo === undefined)
    return undefined;
  return { value, from: token.contentFrom, to: token.contentTo };
}

/** Place of the bracket that closes the one here; the last place when nothing does. */
function closing(code: readonly Token[], open: number): number {
  const depth = code[open]?.depth;
  for (let at = open + 1; at < code.length; at += 1) if (code[at]!.depth === depth) return at;
  return code.length - 1;
}
