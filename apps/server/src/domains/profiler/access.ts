import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with the figures of rules, and with rules that were set aside by them. */
export const profilerAccess = accessRules({
  read: ['RuleRead'],
  modify: ['RuleModify'],
});
