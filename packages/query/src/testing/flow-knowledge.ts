import { flowFunctions } from '../languages/pantherflow/functions/index.ts';
import type { FlowKnowledge } from '../languages/pantherflow/editor/knowledge.ts';
import { testCatalog } from './catalog.ts';

export const flowKnowledge: FlowKnowledge = { catalog: testCatalog, functions: flowFunctions };

/** A text with `‸` at the cursor. */
export function atCursor(marked: string): { text: string; at: number } {
  const at = marked.indexOf('‸');
  if (at < 0) throw new Error('The text has no cursor.');
  return { text: marked.replace('‸', ''), at };
}
