import { accessRules } from '../../api/auth-rule.ts';

/** Everybody has notifications of their own, and nobody those of others. */
export const notificationsAccess = accessRules({
  readOwn: 'signed-in',
  changeOwn: 'signed-in',
});
