import { hoverTooltip } from '@codemirror/view';
import { describeAt } from './describe.ts';
import { pythonKnowledge, readDocument } from './document.ts';
import { notice } from '../notice.ts';

/** Says what a field, a method or a function is while the pointer rests on it. */
export const pythonHover = hoverTooltip((view, position) => {
  const { state } = view;
  const found = describeAt(readDocument(state.doc), position, state.facet(pythonKnowledge));
  if (!found) return null;
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create: () => ({ dom: notice([found.head], found.lines) }),
  };
});
