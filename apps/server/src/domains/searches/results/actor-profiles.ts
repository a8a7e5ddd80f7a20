import { holdsAny } from '@margay/auth';
import type { Actor } from '../../../api/actor.ts';
import { usersAccess, type UsersService } from '../../users/index.ts';
import type { ResultPage } from './page.ts';

/** Who of this installation an id or an address in a row belongs to. */
export interface ActorProfile {
  entityId: string;
  displayNames: string[];
  emails: string[];
}

const fields = ['p_any_actor_ids', 'p_any_emails', 'p_any_usernames'] as const;

/** People of this installation whom rows of a page name; nobody for callers who may not see people. */
export async function actorProfilesOf(
  page: ResultPage,
  actor: Actor,
  users: Pick<UsersService, 'list'>,
): Promise<ActorProfile[]> {
  if (!holdsAny(actor.permissions, usersAccess.list)) return [];
  const named = new Set(page.rows.flatMap(({ node }) => fields.flatMap((field) => textsOf(node[field]))));
  if (named.size === 0) return [];
  const people = await users.list();
  return people
    .filter(({ id, email }) => named.has(id.toLowerCase()) || named.has(email.toLowerCase()))
    .map(({ id, email, givenName, familyName }) => ({
      entityId: id,
      displayNames: [`${givenName} ${familyName}`.trim()].filter((name) => name !== ''),
      emails: [email],
    }));
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').map((one) => one.toLowerCase()) : [];
