import type { User } from './store.ts';

/** What the audit log keeps of a person before and after a change. */
export const factsOf = ({
  email,
  givenName,
  familyName,
  roleId,
  roleSource,
  enabled,
}: Pick<User, 'email' | 'givenName' | 'familyName' | 'roleId' | 'roleSource' | 'enabled'>) => ({
  email,
  givenName,
  familyName,
  roleId,
  roleSource,
  enabled,
});
