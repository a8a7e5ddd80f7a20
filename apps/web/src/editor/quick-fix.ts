import { forEachDiagnostic } from '@codemirror/lint';
import type { Action } from '@codemirror/lint';
import type { KeyBinding } from '@codemirror/view';

/** Mod+. mends the problem at the cursor in the first way it offers. */
export const quickFixKey: KeyBinding = {
  key: 'Mod-.',
  run(view) {
    const { from: lineFrom, to: lineTo } = view.state.doc.lineAt(view.state.selection.main.head);
    const cursor = view.state.selection.main.head;
    let best: { action: Action; from: number; to: number } | undefined;
    forEachDiagnostic(view.state, ({ actions }, from, to) => {
      const action = actions?.[0];
      const isAtCursor = from <= cursor && cursor <= to;
      if (action && from <= lineTo && to >= lineFrom && (!best || isAtCursor)) best = { action, from, to };
    });
    if (!best) return false;
    best.action.apply(view, best.from, best.to);
    return true;
  },
};
