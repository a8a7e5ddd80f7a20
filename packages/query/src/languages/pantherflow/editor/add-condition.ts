import type { FilterCondition } from '../../simple/schema.ts';
import { conditionOf } from '../of-filters.ts';
import { parsePantherFlow } from '../parse.ts';

/** Stages at the end that order, cut or draw rows: a condition on the result stands before them. */
const finishing: ReadonlySet<string> = new Set(['sort', 'limit', 'sample', 'visualize']);

/**
 * The text with one more condition on its result; the rest stays byte for byte. Undefined when the text cannot be read,
 * and when the condition has no counterpart in the language.
 */
export function addCondition(text: string, condition: FilterCondition): string | undefined {
  const { tree, diagnostics } = parsePantherFlow(text);
  const { body } = tree;
  const words = conditionOf(condition);
  if (!body || words === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return undefined;
  const stage = `| where ${words}`;
  const last = body.stages.findLast(({ kind }) => !finishing.has(kind)) ?? body.source;
  if (!last) return `${text.slice(0, body.span.start)}${stage} ${text.slice(body.span.start)}`;
  const { end } = last.span;
  const isOneLine = !text.slice(body.span.start, body.span.end).includes('\n');
  return `${text.slice(0, end)}${isOneLine ? ' ' : '\n'}${stage}${text.slice(end)}`;
}
