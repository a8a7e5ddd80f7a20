import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with the settings of the installation. */
export const organizationAccess = accessRules({
  /** What every screen is drawn by. */
  read: 'signed-in',
  readSettings: ['GeneralSettingsRead'],
  readSignInPolicy: ['GeneralSettingsRead', 'UserRead'],
  modify: ['GeneralSettingsModify'],
});
