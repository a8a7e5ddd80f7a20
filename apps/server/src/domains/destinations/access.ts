import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with destinations. */
export const destinationsAccess = accessRules({
  /** Their names and which alerts they take: a rule names where its alerts go. */
  list: 'signed-in',
  previewRoutes: 'signed-in',
  /** How they are reached, and who changed them. */
  read: ['DestinationRead'],
  modify: ['DestinationModify'],
});
