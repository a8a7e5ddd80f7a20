import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with alerts. */
export const alertsAccess = accessRules({
  read: ['AlertRead'],
  /** Status, assignee, comments, another delivery. */
  modify: ['AlertModify'],
  /** An alert that a log source raised is ended by whoever may repair the source. */
  resolveSourceAlarm: ['LogSourceModify', 'AlertModify'],
});
