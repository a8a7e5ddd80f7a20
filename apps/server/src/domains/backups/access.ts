import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with backups: they hold everything, so it is whoever administers everything. */
export const backupsAccess = accessRules({
  manage: ['UserModify'],
});
