import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with roles. */
export const rolesAccess = accessRules({
  read: ['UserRead'],
  modify: ['UserModify'],
});
