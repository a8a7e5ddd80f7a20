import { parsePantherFlow } from '../parse.ts';
import type { FlowColumn } from './column-types.ts';
import { columnsAfter, variablesOf } from './flow-schema.ts';
import type { FlowKnowledge } from './knowledge.ts';

/** The columns of a text's result, for instance to choose those of a chart from. */
export function resultColumns(text: string, knowledge: FlowKnowledge): readonly FlowColumn[] {
  const { tree } = parsePantherFlow(text);
  const variables = variablesOf(tree.lets, knowledge);
  return tree.body ? columnsAfter(tree.body, { knowledge, variables }) : [];
}
