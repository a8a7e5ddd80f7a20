import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with people. */
export const usersAccess = accessRules({
  readOwn: 'signed-in',
  /** Names: whoever works on alerts sees who else does. */
  list: ['UserRead', 'AlertRead'],
  /** Roles, and when somebody was last here. */
  read: ['UserRead'],
  modify: ['UserModify'],
  /** Everybody their own name; the service asks whoever changes more for more. */
  update: 'signed-in',
});
