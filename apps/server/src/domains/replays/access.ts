import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with replays and explanations of rules. */
export const replaysAccess = accessRules({
  read: ['RuleRead'],
  run: ['RuleModify'],
});
