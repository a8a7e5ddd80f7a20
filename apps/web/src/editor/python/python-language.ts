import { snippetCompletion } from '@codemirror/autocomplete';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { python, pythonLanguage } from '@codemirror/lang-python';
import { indentUnit } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { alertFunctions } from './alert-functions.ts';

const definitions = alertFunctions.map((entry) =>
  snippetCompletion(entry.stub.trimEnd().replace(/\$\{/g, '\\${'), {
    label: `def ${entry.name}`,
    detail: entry.does,
    type: 'function',
    boost: 99,
  }),
);

const eventMethods = [
  snippetCompletion('get("${field}")', { label: 'get', detail: 'field, or None', type: 'method' }),
  snippetCompletion('deep_get("${outer}", "${inner}")', {
    label: 'deep_get',
    detail: 'nested field, or None',
    type: 'method',
  }),
  snippetCompletion('deep_walk("${outer}", "${inner}")', {
    label: 'deep_walk',
    detail: 'nested field through lists',
    type: 'method',
  }),
  snippetCompletion('udm("${name}")', { label: 'udm', detail: 'field of the data model', type: 'method' }),
];

/** `def …` at the left edge offers the alert functions; `event.` offers what an event can do. */
export function completeDetection(context: CompletionContext): CompletionResult | null {
  const method = context.matchBefore(/\bevent\.\w*/);
  if (method) return { from: method.from + 'event.'.length, options: eventMethods, validFor: /^\w*$/ };
  const definition = context.matchBefore(/^d\w* ?\w*/);
  if (definition) return { from: definition.from, options: definitions, validFor: /^d\w* ?\w*$/ };
  return null;
}

/** Highlighting, four spaces, and completion of Python as detections write it. */
export const pythonLanguageParts: Extension = [
  python(),
  indentUnit.of('    '),
  Prec.high(EditorState.tabSize.of(4)),
  pythonLanguage.data.of({ autocomplete: completeDetection }),
];
