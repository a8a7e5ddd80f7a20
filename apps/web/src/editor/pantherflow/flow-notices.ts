import { Prec, StateEffect, StateField } from '@codemirror/state';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip } from '@codemirror/view';
import type { Tooltip } from '@codemirror/view';
import { typeText } from '@margay/query';
import type { FlowHover, FlowKnowledge, FlowSignature } from '@margay/query';
import { notice } from '../notice.ts';
import type { HeadPart } from '../notice.ts';
import type { FlowEngine } from './flow-functions.ts';

/** Columns a hover names before it stops. */
const columnsShown = 12;

/** Says what a table, a column, a function or an operator is while the pointer rests on it. */
export function flowHover(engine: FlowEngine, knowledge: () => FlowKnowledge): Extension {
  return hoverTooltip(({ state }, position) => {
    const found = engine.hoverAt(state.doc.toString(), position, knowledge());
    if (!found) return null;
    const dom = () => notice([found.title], linesOf(found));
    return { pos: found.start, end: found.end, above: true, create: () => ({ dom: dom() }) };
  });
}

function linesOf({ doc, example, columns }: FlowHover): string[] {
  const named = (columns ?? []).slice(0, columnsShown).map(({ name, type }) => `${name}: ${typeText(type)}`);
  const rest = (columns?.length ?? 0) - named.length;
  const list = rest > 0 ? [...named, `and ${rest} more`] : named;
  return [doc, example === undefined ? undefined : `Example: ${example}`, list.join(', ')].filter(
    (line): line is string => line !== undefined && line !== '',
  );
}

function headOf({ label, params, active }: FlowSignature): HeadPart[] {
  const place = active === undefined ? undefined : params[active];
  if (!place) return [label];
  const { start, end } = place;
  return [label.slice(0, start), { marked: label.slice(start, end) }, label.slice(end)];
}

/** Shows the signature over a call while its arguments are typed; Escape and leaving the editor take it away. */
export function flowSignatureHelp(engine: FlowEngine, knowledge: () => FlowKnowledge): Extension {
  const close = StateEffect.define();
  const tooltipOf = (state: EditorState): Tooltip | null => {
    const { main } = state.selection;
    if (!main.empty || state.readOnly) return null;
    const found = engine.signatureHelpAt(state.doc.toString(), main.head, knowledge());
    if (!found) return null;
    return {
      pos: main.head,
      above: true,
      create: () => ({ dom: notice(headOf(found), [found.doc]) }),
    };
  };
  const shown = StateField.define<Tooltip | null>({
    create: () => null,
    update(before, transaction) {
      if (transaction.effects.some((effect) => effect.is(close))) return null;
      if (transaction.docChanged) return tooltipOf(transaction.state);
      // A look around is no typing: the help only follows where it is open.
      return before && transaction.selection ? tooltipOf(transaction.state) : before;
    },
    provide: (field) => showTooltip.from(field),
  });
  const hide = (view: EditorView): false => {
    if (view.state.field(shown)) view.dispatch({ effects: close.of(null) });
    return false;
  };
  return [
    shown,
    Prec.high(keymap.of([{ key: 'Escape', run: hide }])),
    EditorView.domEventHandlers({ blur: (_event, view) => hide(view) }),
  ];
}
