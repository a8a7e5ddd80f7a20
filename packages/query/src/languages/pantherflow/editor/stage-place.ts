import type { FlowTabular } from '../ast.ts';
import { parsePipeline } from '../parse.ts';
import { partnersOf } from '../brackets.ts';
import type { FlowToken } from '../tokens.ts';
import type { FlowColumn, FlowType } from './column-types.ts';
import { anyType } from './column-types.ts';
import type { FlowScope, FlowVariables } from './flow-schema.ts';
import { columnsAfter, typeOf, variablesOf } from './flow-schema.ts';
import type { FlowFunctionDoc, FlowKnowledge } from './knowledge.ts';
import { functionNamed } from './knowledge.ts';
import { parseValue } from '../parse.ts';
import type { FlowPlace } from './place.ts';
import { isSymbol, isWord, pipelineBefore, withEnd } from './place.ts';
import { pathEndingAt } from './token-paths.ts';

/** A call around a place. */
export interface OpenCall {
  name: string;
  fn?: FlowFunctionDoc;
  /** Index of the argument that the place is in. */
  argument: number;
  /** Indexes of its parenthesis, and of the tokens where its arguments begin. */
  open: number;
  starts: number[];
}

/** What names mean at a place: the columns before its stage, variables before its statement, locals around it. */
export function scopeAt(place: FlowPlace, knowledge: FlowKnowledge): FlowScope {
  const variables = variablesOf(place.lets, knowledge);
  const before = pipelineBefore(place);
  const columns = before ? columnsAfter(before, { knowledge, variables }) : [];
  const scope = { knowledge, variables, columns };
  return { ...scope, locals: localsAt(place, scope) };
}

function localsAt(place: FlowPlace, scope: FlowScope): Map<string, FlowType> {
  const locals = new Map<string, FlowType>();
  if (isInJoinCondition(place)) {
    locals.set('$left', { kind: 'object', fields: scope.columns });
    locals.set('$right', { kind: 'object', fields: joinedColumns(place, scope) });
  }
  for (const { open } of place.brackets) {
    const params = parametersBefore(place.tokens, open);
    if (!params) continue;
    const call = openCalls(place, scope.knowledge).findLast((outer) => outer.open < open);
    const type = call ? elementTypeOf(place, call, { ...scope, locals }) : anyType;
    for (const name of params) locals.set(name, type);
  }
  return locals;
}

/** The names in `fn (a, b)` when a curly bracket opens its body. */
function parametersBefore(tokens: readonly FlowToken[], open: number): string[] | undefined {
  if (!isSymbol(tokens[open], '{') || !isSymbol(tokens[open - 1], ')')) return undefined;
  let at = open - 2;
  while (at > 0 && !isSymbol(tokens[at], '(')) at--;
  if (!isWord(tokens[at - 1], 'fn')) return undefined;
  return tokens.slice(at + 1, open - 1).flatMap(({ kind, text }) => (kind === 'symbol' ? [] : [text]));
}

/** Functions that take a function go over the array in their first argument. */
function elementTypeOf(place: FlowPlace, call: OpenCall, scope: FlowScope): FlowType {
  const [, second] = call.starts;
  if (second === undefined) return anyType;
  const list = parseValue(withEnd(place.tokens.slice(call.open + 1, second - 1)));
  const type = list ? typeOf(list, scope) : anyType;
  return type.kind === 'array' ? type.element : anyType;
}

/** The word of the stage at the place, and whether the place is behind it. */
export function stageWordAt({ tokens, pipe, count }: FlowPlace): string | undefined {
  const token = pipe === undefined ? undefined : tokens[pipe + 1];
  return token?.kind === 'word' && pipe! + 1 < count ? token.text : undefined;
}

/** Index of a word of the stage before the place that stands in no bracket. */
export function wordInStage(place: FlowPlace, word: string): number | undefined {
  const { tokens, count, pipe } = place;
  if (pipe === undefined) return undefined;
  let depth = 0;
  for (let at = pipe + 2; at < count; at++) {
    const token = tokens[at]!;
    if (isSymbol(token, '(') || isSymbol(token, '[') || isSymbol(token, '{')) depth++;
    if (isSymbol(token, ')') || isSymbol(token, ']') || isSymbol(token, '}')) depth--;
    if (depth === 0 && isWord(token, word) && !isSymbol(tokens[at - 1], '.')) return at;
  }
  return undefined;
}

export function isInJoinCondition(place: FlowPlace): boolean {
  return stageWordAt(place) === 'join' && wordInStage(place, 'on') !== undefined;
}

function joinedColumns(
  place: FlowPlace,
  scope: { knowledge: FlowKnowledge; variables: FlowVariables },
): readonly FlowColumn[] {
  const right = joinedPipeline(place);
  return right ? columnsAfter(right, scope) : [];
}

function joinedPipeline({ tokens, pipe = 0, count }: FlowPlace): FlowTabular | undefined {
  const stage = tokens.slice(pipe, count);
  const open = stage.findIndex((token, index) => isSymbol(token, '(') && isSymbol(stage[index - 1], '='));
  const close = open < 0 ? -1 : partnersOf(stage)[open]!;
  return close < 0 ? undefined : parsePipeline(withEnd(stage.slice(open + 1, close)));
}

/** The calls around the place, outermost first. */
export function openCalls(place: FlowPlace, knowledge: FlowKnowledge): OpenCall[] {
  return place.brackets.flatMap(({ open, commas }) => {
    if (!isSymbol(place.tokens[open], '(')) return [];
    const path = pathEndingAt(place.tokens, open - 1);
    if (!path || path.keys.length > 2) return [];
    const name = path.keys.join('.');
    const fn = functionNamed(knowledge, name);
    const starts = [open + 1, ...commas.map((comma) => comma + 1)];
    return [{ name, ...(fn && { fn }), argument: commas.length, open, starts }];
  });
}
