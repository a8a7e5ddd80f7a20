import { accessRules } from '../../api/auth-rule.ts';

/** Who may find places by name. Each kind shows only what its reader may read. */
export const placesAccess = accessRules({
  find: 'signed-in',
});
