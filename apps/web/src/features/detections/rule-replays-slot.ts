import { createSlot } from '../../lib/slot.tsx';

/** The replays of a rule, on its page. */
export const RuleReplaysSlot = createSlot<{ ruleId: string; logTypes: readonly string[] }>();
