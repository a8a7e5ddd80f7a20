import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with requests for support. */
export const supportAccess = accessRules({
  /** Who cannot sign in needs help most. */
  ask: 'public',
  read: ['UserModify'],
});
