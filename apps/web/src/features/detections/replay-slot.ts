import { createSlot } from '../../lib/slot.tsx';
import type { PutRuleInput } from './queries.ts';

/** Below the panes of the editor: the text as it stands over past events. */
export const ReplaySlot = createSlot<{
  rule: PutRuleInput;
  savedVersionId: string | undefined;
  isChecking: boolean;
  blockedReason: string | undefined;
}>();
