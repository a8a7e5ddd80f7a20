import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with mail. Its settings name their own rule. */
export const mailAccess = accessRules({
  /** Whether mail goes out: what people are told of temporary passwords depends on it. */
  readStatus: ['UserRead', 'GeneralSettingsRead'],
  test: ['GeneralSettingsModify'],
});
