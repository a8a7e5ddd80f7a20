import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with second factors of others. */
export const secondFactorsAccess = accessRules({
  read: ['UserRead'],
  reset: ['UserModify'],
});
