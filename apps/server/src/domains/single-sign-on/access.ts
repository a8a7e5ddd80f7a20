import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with single sign-on. Its settings are a group of the organization's. */
export const singleSignOnAccess = accessRules({
  /** The way in: each step asks for what the step before gave out. */
  signIn: 'public',
  signOut: 'public',
  readAddresses: ['UserRead', 'GeneralSettingsRead'],
  /** Needs GeneralSettingsModify too, as its settings do; the service asks for both. */
  tryOut: ['UserModify'],
  letSupportIn: ['UserModify'],
});
