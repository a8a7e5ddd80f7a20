/** What other domains may use. */
export { usersAccess } from './access.ts';
export type { userTypes } from './graphql.ts';
export type { Arrival } from './arrivals.ts';
export { identityKinds, type IdentityKind, type UserIdentity } from './identities.ts';
export type { PasswordRule } from './password-rule.ts';
export type { Invitation, NewAdministrator, UsersService } from './service.ts';
export {
  findCredentials,
  findUser,
  markSignedIn,
  updatePassword,
  type Credentials,
  type User,
} from './store.ts';
