import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with log sources. */
export const logSourcesAccess = accessRules({
  read: ['LogSourceRead'],
  modify: ['LogSourceModify'],
});
