import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with API tokens. Nobody reads the value of one. */
export const apiTokensAccess = accessRules({
  read: ['OrganizationAPITokenRead'],
  modify: ['OrganizationAPITokenModify'],
});
