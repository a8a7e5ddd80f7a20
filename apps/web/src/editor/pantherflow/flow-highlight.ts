import { highlightingFor } from '@codemirror/language';
import { StateField } from '@codemirror/state';
import type { EditorState, Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Tag } from '@lezer/highlight';
import type { FlowEngine } from './flow-functions.ts';
import { flowRoles } from './flow-roles.ts';
import type { FlowRole } from './flow-roles.ts';

const tagOf: Record<FlowRole, Tag> = {
  keyword: tags.keyword,
  string: tags.string,
  number: tags.number,
  function: tags.function(tags.variableName),
  namespace: tags.namespace,
  property: tags.propertyName,
  comment: tags.comment,
  operator: tags.operator,
  invalid: tags.invalid,
};

/** Colours the text by the language's own tokens, so that editor and server never read it differently. */
export function flowHighlight(engine: FlowEngine): Extension {
  const paint = (state: EditorState): DecorationSet =>
    Decoration.set(
      flowRoles(engine.tokenizeFlow(state.doc.toString())).map(({ from, to, role }) =>
        Decoration.mark({ class: highlightingFor(state, [tagOf[role]]) ?? '' }).range(from, to),
      ),
    );
  return StateField.define<DecorationSet>({
    create: paint,
    update: (painted, transaction) => (transaction.docChanged ? paint(transaction.state) : painted),
    provide: (field) => EditorView.decorations.from(field),
  });
}
