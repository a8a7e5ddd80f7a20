import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with runs of saved searches. */
export const scheduledQueriesAccess = accessRules({
  read: ['DataAnalyticsRead'],
  run: ['DataAnalyticsRead'],
  readRules: ['RuleRead'],
});
