import { commonAccess, expandPermissions, type LogTypeAccess, type Permission } from '@margay/auth';
import type { Sql } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { authorOf, type Author } from '../../api/author.ts';
import type { RolesService } from '../roles/index.ts';
import { findUser } from '../users/index.ts';
import { findToken, type ApiToken } from './store.ts';

/** What a token may do and read now: what it was given, and no more than whoever made it may. */
export interface Standing {
  /** Expanded: a Modify brings its Read. */
  permissions: ReadonlySet<Permission>;
  logTypeAccess: LogTypeAccess;
  /** Why the token opens nothing, where whoever made it is gone or out. */
  refusal?: string;
}

interface Deps {
  sql: Sql;
  roles: Pick<RolesService, 'accessOf'>;
  now: Date;
}

const personIsOut = 'The person who made this token may not sign in any more. Rotate it to go on using it.';
const tokenIsOut =
  'The API token that made this token may not be used any more. Rotate it to go on using it.';

const within = (one: ReadonlySet<Permission>, other: ReadonlySet<Permission>) =>
  new Set([...one].filter((permission) => other.has(permission)));

async function standingOfPerson({ sql, roles }: Deps, id: string): Promise<Standing | undefined> {
  const person = await findUser(sql, id);
  const role = person && (await roles.accessOf(person.roleId, sql));
  return (
    role && {
      permissions: expandPermissions(role.permissions),
      logTypeAccess: { kind: role.logTypeAccessKind, logTypes: role.logTypeAccess },
      ...(person.enabled && !person.isDeleted ? {} : { refusal: personIsOut }),
    }
  );
}

async function standingOfMakingToken(deps: Deps, id: string): Promise<Standing | undefined> {
  const token = await findToken(deps.sql, id);
  if (token === undefined) return undefined;
  const standing = await standingOf(deps, token);
  const isOver = token.expiresAt !== null && token.expiresAt <= deps.now;
  return standing.refusal === undefined && !isOver ? standing : { ...standing, refusal: tokenIsOut };
}

export async function standingOf(
  deps: Deps,
  { permissions, logTypeAccess, maker }: ApiToken,
): Promise<Standing> {
  const own = { permissions: expandPermissions(permissions), logTypeAccess };
  if (maker.kind === 'system') return own;
  const isPerson = maker.kind === 'person';
  const made = await (isPerson ? standingOfPerson : standingOfMakingToken)(deps, maker.id);
  if (made === undefined) return { ...own, refusal: isPerson ? personIsOut : tokenIsOut };
  return {
    ...made,
    permissions: within(own.permissions, made.permissions),
    logTypeAccess: commonAccess(logTypeAccess, made.logTypeAccess),
  };
}

/** True where the token of `id` stands behind this one: it is the same, or made it, or made what made it. */
async function stemsFrom(tx: Sql, author: Author, id: string): Promise<boolean> {
  if (author.kind !== 'token') return false;
  if (author.id === id) return true;
  const token = await findToken(tx, author.id);
  return token !== undefined && stemsFrom(tx, token.maker, id);
}

/** Whoever rotates a token answers for it from then on. One that rotates itself, or what made it, bounds nothing: its maker stays. */
export async function makerAfterRotation(tx: Sql, actor: Actor, { id, maker }: ApiToken): Promise<Author> {
  const author = authorOf(actor);
  return (await stemsFrom(tx, author, id)) ? maker : author;
}
