/** What other domains may use. */
export { hasHiddenCharacters, readLogTypes, readPermissions } from './access-input.ts';
export type { roleTypes } from './graphql.ts';
export type { RoleNameFollower, RolesService } from './service.ts';
export { countOthersWhoManage, type Role, type RoleAccess } from './store.ts';
