import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with faults of the console. */
export const consoleFailureAccess = accessRules({
  report: 'signed-in',
});
