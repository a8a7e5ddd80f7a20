import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with schemas. */
export const schemasAccess = accessRules({
  listLogTypes: 'signed-in',
  list: ['LogSourceRead', 'RuleRead'],
  read: ['LogSourceRead', 'RuleRead', 'DataAnalyticsRead'],
  readProblems: ['LogSourceRead'],
  /** The sources that have it attached. */
  readSources: ['LogSourceRead'],
  modify: ['LogSourceModify'],
});
