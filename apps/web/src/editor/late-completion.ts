import { startCompletion } from '@codemirror/autocomplete';
import { StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Whether the last thing that happened in the editor was a key that wrote something. */
export const lastTyped = StateField.define<boolean>({
  create: () => false,
  update(before, transaction) {
    if (transaction.docChanged) return transaction.isUserEvent('input.type');
    return before && !transaction.selection;
  },
});

/** Completes the word that was typed before the editor knew what could be meant. Call when it has learned something. */
export function completeLate(view: EditorView): void {
  const { head } = view.state.selection.main;
  const isWord = /\w/.test(view.state.sliceDoc(Math.max(0, head - 1), head));
  if (isWord && view.hasFocus && view.state.field(lastTyped)) startCompletion(view);
}
