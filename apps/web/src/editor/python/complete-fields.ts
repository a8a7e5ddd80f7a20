import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { FieldIndex, FieldNode } from './event-fields.ts';
import { sourceText, typeText, whereText } from './field-text.ts';
import { pythonKnowledge, readDocument } from './document.ts';
import { fieldAt } from './field-at.ts';
import type { PythonKnowledge } from './knowledge.ts';

/** Between the quotes of `event.get("…")` and its like: the fields that can stand there. */
export function completeField(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const place = fieldAt(readDocument(state.doc), pos);
  if (!place) return null;
  const knowledge = state.facet(pythonKnowledge);
  const { read, segment, path } = place;
  const options = read.method.startsWith('udm')
    ? unifiedOptions(knowledge)
    : fieldOptions(knowledge.fields, path, read.method.startsWith('deep_'));
  return { from: segment.from, options, validFor: /^[^"'\n]*$/ };
}

const known = new WeakMap<FieldIndex, Map<string, Completion[]>>();

/** Made once for each place in the tree, so that typing only filters. */
function fieldOptions(fields: FieldIndex, path: readonly string[], isDeep: boolean): Completion[] {
  const byPlace = known.get(fields) ?? new Map<string, Completion[]>();
  known.set(fields, byPlace);
  const key = `${isDeep} ${path.join('\n').toLowerCase()}`;
  const before = byPlace.get(key);
  if (before) return before;
  const own = fields.childrenOf(path).map((field) => option(fields, field, [field.name]));
  const below = isDeep
    ? fields
        .below(path)
        .filter((field) => field.path.length > path.length + 1)
        .map((field) => option(fields, field, field.path.slice(path.length)))
    : [];
  const options = [...own, ...below];
  byPlace.set(key, options);
  return options;
}

function option(fields: FieldIndex, field: FieldNode, names: readonly string[]): Completion {
  const where = whereText(field, fields);
  const depth = names.length - 1;
  return {
    label: names.join('.'),
    type: field.children.length > 0 ? 'namespace' : 'property',
    detail: [typeText(field), where].filter(Boolean).join(' · '),
    // Equal matches come in the order of the tree: common, own, standard, then deeper ones.
    boost: (where === '' ? 20 : 0) - depth * 10 - (field.name.startsWith('p_') ? 5 : 0),
    ...(field.description === '' ? {} : { info: field.description }),
    apply: (view, completion, from, to) => replaceName(view, completion, { from, to, names }),
  };
}

function unifiedOptions({ unifiedNames }: PythonKnowledge): Completion[] {
  return [...Map.groupBy(unifiedNames, ({ name }) => name)].map(([name, sources]) => ({
    label: name,
    type: 'property',
    detail: sources.length === 1 ? sources[0]!.source : `${sources.length} log types`,
    info: sourceText(sources),
    apply: (view, completion, from, to) => replaceName(view, completion, { from, to, names: [name] }),
  }));
}

interface Replacement {
  from: number;
  to: number;
  names: readonly string[];
}

/** Puts the names in place of the whole old name; several become several arguments, in the quotes that are there. */
function replaceName(view: EditorView, _completion: Completion, { from, to, names }: Replacement): void {
  const { doc } = view.state;
  const place = fieldAt(readDocument(doc), from);
  const quote = doc.sliceString(from - 1, from);
  const insert = names.join(`${quote}, ${quote}`);
  const isClosed = place !== undefined && doc.sliceString(place.segment.to, place.segment.to + 1) === quote;
  // An open string runs to the end of its line, which is not all of the name.
  const end = isClosed ? Math.max(to, place.segment.to) : to;
  view.dispatch({
    changes: { from, to: end, insert },
    selection: { anchor: from + insert.length + (isClosed ? 1 : 0) },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}
