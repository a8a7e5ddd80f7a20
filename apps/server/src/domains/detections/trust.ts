import { accessKeyOf, commonAccess, type LogTypeAccess, unrestrictedAccess } from '@margay/auth';
import type { Trust } from '@margay/model';
import type { ApiTokensService } from '../api-tokens/index.ts';
import type { RolesService } from '../roles/index.ts';
import type { UsersService } from '../users/index.ts';
import type { TextAuthor } from './store.ts';

/** What people and tokens may read today, by their id; who is not known is left out. */
export type AccessOf = (authorIds: readonly string[]) => Promise<ReadonlyMap<string, LogTypeAccess>>;

export function authorAccess(deps: {
  users: Pick<UsersService, 'byIds'>;
  roles: Pick<RolesService, 'list'>;
  apiTokens: Pick<ApiTokensService, 'accessOf'>;
}): AccessOf {
  return async (authorIds) => {
    if (authorIds.length === 0) return new Map();
    const [users, roles] = await Promise.all([deps.users.byIds(authorIds), deps.roles.list()]);
    const roleOf = new Map(roles.map((role) => [role.id, role]));
    const people = users.flatMap(({ id, roleId }) => {
      const role = roleOf.get(roleId ?? '');
      if (role === undefined) return [];
      return [[id, { kind: role.logTypeAccessKind, logTypes: role.logTypeAccess }] as const];
    });
    const known = new Set(users.map(({ id }) => id));
    const tokens = await deps.apiTokens.accessOf(authorIds.filter((id) => !known.has(id)));
    return new Map([...people, ...tokens]);
  };
}

const nothing: LogTypeAccess = { kind: 'DENY_ALL', logTypes: [] };

/** What somebody may read decides with whose rules a text of hers shares a process. */
export const trustOfAccess = (access: LogTypeAccess): Trust =>
  accessKeyOf(commonAccess(access, unrestrictedAccess));

/**
 * Of a stored text: what its author may read today, and never more than when it was saved. Of an author who is gone, what
 * was kept counts; where nothing was kept either, nobody knows whom the text may be trusted with. `asker`: who tries it out.
 */
export function trustOfText(
  { id, access }: TextAuthor,
  today: ReadonlyMap<string, LogTypeAccess>,
  asker: LogTypeAccess = unrestrictedAccess,
): Trust {
  if (id === null) return trustOfAccess(asker);
  const now = today.get(id) ?? (access === null ? nothing : unrestrictedAccess);
  return trustOfAccess(commonAccess(asker, commonAccess(access ?? unrestrictedAccess, now)));
}

/** The trust of many stored texts. */
export async function trustOfTexts(
  authors: readonly TextAuthor[],
  accessOf: AccessOf,
): Promise<(author: TextAuthor, asker?: LogTypeAccess) => Trust> {
  const ids = new Set(authors.flatMap(({ id }) => (id === null ? [] : [id])));
  const today = await accessOf([...ids]);
  return (author, asker) => trustOfText(author, today, asker);
}
