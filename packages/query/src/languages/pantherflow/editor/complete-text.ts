import { printFlowText } from '../print-expression.ts';
import { typeOfKeys } from './complete-expression.ts';
import { fieldComparedAt, valueCandidates } from './complete-values.ts';
import type { Candidate, FlowCompletions } from './completion-items.ts';
import { ranked } from './completion-items.ts';
import type { FlowScope } from './flow-schema.ts';
import type { FlowPlace } from './place.ts';
import { isSymbol } from './place.ts';
import { openCalls, stageWordAt } from './stage-place.ts';
import { chartAnnotations, timeUnits } from './stage-docs.ts';
import { pathEndingAt } from './token-paths.ts';

/** Completes what stands between quotes: values of a field, units, keys, words of an annotation. */
export function completeText(
  text: string,
  offset: number,
  place: FlowPlace,
  scope: FlowScope,
): FlowCompletions | undefined {
  const { span, fault } = place.current!;
  const start = span.start + 1;
  if (offset < start) return undefined;
  const isOpen = fault?.code === 'lex.unterminated_string';
  // What follows a text without closing quote is hardly part of it.
  const end = isOpen ? offset : span.end - 1;
  const quote = text[span.start]!;
  const typed = text.slice(start, offset);
  const { candidates, pendingField } = candidatesFor(place, scope);
  const items = ranked(candidates, typed).map((item) => {
    const insert = escaped(item.insert, quote);
    return { ...item, insert: isOpen ? `${insert}${quote}` : insert };
  });
  if (items.length === 0 && pendingField === undefined) return undefined;
  return { start, end, items, ...(pendingField !== undefined && { pendingField }) };
}

/** As the text literal has it, but for the other quote. */
function escaped(value: string, quote: string): string {
  const inner = printFlowText(value).slice(1, -1);
  return quote === "'" ? inner : inner.replaceAll(String.raw`\'`, "'").replaceAll('"', String.raw`\"`);
}

function candidatesFor(
  place: FlowPlace,
  scope: FlowScope,
): { candidates: Candidate[]; pendingField?: string } {
  const plain = (kind: Candidate['kind'], labels: readonly string[]) =>
    labels.map((label, index): Candidate => ({ label, kind, insert: label, weight: labels.length - index }));
  const call = openCalls(place, scope.knowledge).at(-1);
  const isDirect = call && place.brackets.at(-1)?.open === call.open;
  if (isDirect && isUnit(call.fn?.params[call.argument])) return { candidates: plain('unit', timeUnits) };
  const keys = keysAt(place, scope);
  if (keys) return { candidates: plain('field', keys) };
  const words = annotationWords(place);
  if (words) return { candidates: plain('value', words) };
  const field = fieldComparedAt(place);
  if (!field) return { candidates: [] };
  const { values, pendingField } = valueCandidates(field, scope, undefined);
  return { candidates: values, ...(pendingField !== undefined && { pendingField }) };
}

function isUnit(param: { name: string; type: string } | undefined): boolean {
  return param !== undefined && (param.type === 'unit' || param.name === 'unit');
}

/** The keys of an object in `object['‸']`. */
function keysAt({ tokens, count }: FlowPlace, scope: FlowScope): string[] | undefined {
  if (!isSymbol(tokens[count - 1], '[')) return undefined;
  const path = pathEndingAt(tokens, count - 2);
  const type = path && typeOfKeys(path.keys, scope);
  return type?.kind === 'object' ? type.fields.map(({ name }) => name) : undefined;
}

function annotationWords(place: FlowPlace): readonly string[] | undefined {
  const { tokens, count } = place;
  if (stageWordAt(place) !== 'visualize' || !isSymbol(tokens[count - 1], '=')) return undefined;
  return chartAnnotations.find(({ name }) => name === tokens[count - 2]?.text)?.values;
}
