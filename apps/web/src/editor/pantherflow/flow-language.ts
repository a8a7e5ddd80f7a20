import { closeCompletion } from '@codemirror/autocomplete';
import { EditorState, Prec } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { EditorView } from '@codemirror/view';
import type { FlowColumn, FlowKnowledge } from '@margay/query';
import type { Catalog } from '@margay/model';
import type { FieldValues } from '../field-values.ts';
import { flowCompletion } from './flow-completion.ts';
import { flowHighlight } from './flow-highlight.ts';
import { flowHints } from './flow-hints.ts';
import { flowHover, flowSignatureHelp } from './flow-notices.ts';
import type { FlowEngine } from './flow-functions.ts';

/** What the editor knows besides the text; asked for anew each time. */
export interface FlowSurroundings {
  catalog: Catalog;
  /** Columns of a text that starts with a pipe. */
  callerColumns: readonly FlowColumn[];
  values: FieldValues;
}

export interface FlowKeys {
  /** Mod+Enter. */
  onRun: () => void;
  /** Mod+Shift+Enter, where a selection can be run by itself. */
  onRunSelection?: (() => void) | undefined;
}

/** Puts the formatted text in place of the text, as one step to undo; the cursor stays about where it was. */
function format(engine: FlowEngine, view: EditorView): boolean {
  const before = view.state.doc.toString();
  // The line break that ends a file would be an empty line of the editor.
  const insert = engine.formatPantherFlow(before).trimEnd();
  if (insert === before || view.state.readOnly) return true;
  const anchor = Math.min(view.state.selection.main.head, insert.length);
  view.dispatch({ changes: { from: 0, to: before.length, insert }, selection: { anchor } });
  return true;
}

/** Highlighting, completion, hover, signatures, hints, and the keys to run and format. */
export function flowLanguageParts(
  engine: FlowEngine,
  surroundings: () => FlowSurroundings,
  keys: FlowKeys,
  options: { showsHints: boolean },
): Extension {
  const knowledge = (): FlowKnowledge => {
    const { catalog, callerColumns } = surroundings();
    return { catalog, functions: engine.flowFunctions, callerColumns };
  };
  const run = (action: () => void) => (view: EditorView) => {
    closeCompletion(view);
    action();
    return true;
  };
  const data = {
    autocomplete: flowCompletion(engine, knowledge, () => surroundings().values),
    commentTokens: { line: '//' },
    closeBrackets: { brackets: ['(', '[', '{', "'"] },
  };
  return [
    flowHighlight(engine),
    EditorState.languageData.of(() => [data]),
    flowHover(engine, knowledge),
    flowSignatureHelp(engine, knowledge),
    options.showsHints ? flowHints(engine, knowledge) : [],
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: run(keys.onRun), shift: run(keys.onRunSelection ?? keys.onRun) },
        { key: 'Shift-Alt-f', run: (view) => format(engine, view) },
      ]),
    ),
  ];
}
