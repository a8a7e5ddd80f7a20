import { startCompletion } from '@codemirror/autocomplete';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { FlowCompletion, FlowCompletionKind, FlowCompletions, FlowKnowledge } from '@margay/query';
import { notice } from '../notice.ts';
import { comeInTime } from '../values-in-time.ts';
import type { FieldValues, ValueScope } from '../field-values.ts';
import type { FlowEngine } from './flow-functions.ts';

const iconOf: Record<FlowCompletionKind, string> = {
  annotation: 'property',
  chart: 'enum',
  column: 'property',
  database: 'namespace',
  field: 'property',
  function: 'function',
  keyword: 'keyword',
  operator: 'keyword',
  parameter: 'variable',
  pattern: 'class',
  table: 'class',
  unit: 'constant',
  value: 'text',
  variable: 'variable',
};

/** Completion at the cursor. The language ranks by itself, so the editor's own filter is off. */
export function flowCompletion(
  engine: FlowEngine,
  knowledge: () => FlowKnowledge,
  values: () => FieldValues,
) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const text = context.state.doc.toString();
    const scope = valueScope(engine, text, knowledge);
    const valuesOf = (field: string) => values().known(field, scope());
    const ask = () => engine.completionsAt(text, context.pos, { ...knowledge(), valuesOf });
    let found = ask();
    if (!found || !(context.explicit || opensByItself(text, found.start, context.pos))) return null;
    const { pendingField } = found;
    if (pendingField !== undefined) {
      const isThere = await comeInTime(context, values().load(pendingField, scope()));
      if (context.aborted) return null;
      if (isThere) found = ask() ?? found;
    }
    if (found.items.length === 0) return null;
    return { from: found.start, to: found.end, filter: false, options: optionsOf(found) };
  };
}

/** The tables that a text names, found out when they are asked for and then kept. */
function valueScope(
  engine: FlowEngine,
  text: string,
  knowledge: () => FlowKnowledge,
): () => ValueScope | undefined {
  let scope: ValueScope | undefined;
  let isRead = false;
  return () => {
    if (isRead) return scope;
    isRead = true;
    const { fixesTables, databases, tables } = engine.queryInfo(text, new Date(), knowledge().catalog);
    if (fixesTables) scope = { databases, tables: tables.map(({ name }) => name) };
    return scope;
  };
}

const wordsBefore = /(?:^|\s)(?:by|union|where|project|extend|summarize|sort|and|or|not|on|in|visualize)$/;

/** With nothing typed yet a list only opens where something must follow, and never at the start of a line. */
export function opensByItself(text: string, start: number, offset: number): boolean {
  if (start < offset) return true;
  const before = text.slice(0, offset);
  if (before.trimEnd() === '' || /\n[^\S\n]*$/.test(before)) return false;
  const trimmed = before.trimEnd();
  return /[|.,(=['"]$/.test(trimmed) || (trimmed !== before && wordsBefore.test(trimmed));
}

function optionsOf({ items }: FlowCompletions): Completion[] {
  return items.map((item) => ({
    label: item.label,
    type: iconOf[item.kind],
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    ...(item.info === undefined ? {} : { info: () => notice([], [item.info ?? '']) }),
    apply: (view: EditorView, _: Completion, from: number, to: number) => put(view, item, from, to),
  }));
}

/** What is put into the text, and where the cursor stands in it. */
export function insertion(item: Pick<FlowCompletion, 'insert' | 'snippet' | 'kind'>): {
  text: string;
  cursor: number;
} {
  const { insert, snippet, kind } = item;
  if (kind === 'function' && insert.endsWith('(')) return { text: `${insert})`, cursor: insert.length };
  const [first, ...rest] = snippet?.split(/\$\{[^}]*\}/) ?? [];
  // One place to go on: what stands behind it is there already.
  if (first !== undefined && rest.length === 1) return { text: first + rest[0]!, cursor: first.length };
  return { text: insert, cursor: insert.length };
}

function put(view: EditorView, item: FlowCompletion, from: number, to: number): void {
  const { text, cursor } = insertion(item);
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + cursor },
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  if (item.continues) startCompletion(view);
}
