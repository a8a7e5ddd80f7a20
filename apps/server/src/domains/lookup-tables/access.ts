import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with lookup tables. */
export const lookupTablesAccess = accessRules({
  read: ['LookupRead'],
  /** Their rows too. */
  modify: ['LookupModify'],
  /** As a rule or policy under test will see the event. */
  enrichEvent: ['RuleRead', 'PolicyRead'],
});
