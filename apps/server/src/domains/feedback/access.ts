import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with feedback. */
export const feedbackAccess = accessRules({
  send: 'signed-in',
  read: ['GeneralSettingsRead'],
});
