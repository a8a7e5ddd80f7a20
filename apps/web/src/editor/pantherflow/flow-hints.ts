import { StateField } from '@codemirror/state';
import type { EditorState, Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import type { FlowKnowledge } from '@margay/query';
import type { FlowEngine } from './flow-functions.ts';

class Hint extends WidgetType {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  override eq(other: Hint): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const hint = document.createElement('span');
    hint.className = 'cm-inlayHint';
    hint.textContent = this.text;
    return hint;
  }
}

/** Names of parameters and types of variables, in the text but not of it. */
export function flowHints(engine: FlowEngine, knowledge: () => FlowKnowledge): Extension {
  const hintsOf = (state: EditorState): DecorationSet =>
    Decoration.set(
      engine
        .inlayHints(state.doc.toString(), knowledge())
        .map(({ offset, text, kind }) =>
          Decoration.widget({ widget: new Hint(text), side: kind === 'parameter' ? -1 : 1 }).range(offset),
        ),
      true,
    );
  return [
    StateField.define<DecorationSet>({
      create: hintsOf,
      update: (hints, transaction) => (transaction.docChanged ? hintsOf(transaction.state) : hints),
      provide: (field) => EditorView.decorations.from(field),
    }),
    EditorView.theme({
      '.cm-inlayHint': {
        color: 'var(--mg-text-3)',
        backgroundColor: 'var(--mg-hover)',
        borderRadius: 'var(--mg-r-sm)',
        fontSize: 'var(--mg-fs-xs)',
        padding: '0 4px',
        margin: '0 3px',
        userSelect: 'none',
      },
    }),
  ];
}
