import { expandPermissions, permissions } from '@margay/auth/permissions';
import { isListed } from '../../lib/access/log-type-access.ts';
import type { LogTypeAccessKind } from '../../lib/access/log-type-access.ts';
import type { Held } from '../../lib/access/permission-rows.ts';
import type { TimeZoneSetting } from '../../lib/format-time.ts';
import { normalisePermissions } from '../../lib/permissions.ts';
import type { ApiToken, TokenFields } from './queries.ts';

/** Days, never, a day that is chosen, or the moment a token has already. */
export type Expires = 'never' | '30' | '90' | '180' | '365' | 'date' | 'keep';
/** `OWN`: what its maker may read. */
export type DraftAccess = LogTypeAccessKind | 'OWN';

/** A token while it is edited. */
export interface TokenDraft {
  name: string;
  /** With what is implied. */
  held: Held;
  networks: readonly string[];
  expires: Expires;
  /** `2027-03-31`, kept while another choice is tried. */
  day: string;
  kind: DraftAccess;
  logTypes: readonly string[];
}

export const newToken = (): TokenDraft => ({
  name: '',
  held: expandPermissions([]),
  networks: [],
  expires: 'never',
  day: '',
  kind: 'OWN',
  logTypes: [],
});

export const draftOf = (token: ApiToken): TokenDraft => ({
  name: token.name,
  held: normalisePermissions(token.permissions),
  networks: token.allowedCIDRBlocks,
  expires: token.expiresAt === null ? 'never' : 'keep',
  day: '',
  kind: token.logTypeAccessKind,
  logTypes: token.logTypeAccess,
});

const dayMs = 86_400_000;

/** The end of what is chosen; undefined where the moment stays as it is. A day lasts to its end. */
export function endOf(
  { expires, day }: Pick<TokenDraft, 'expires' | 'day'>,
  now: Date,
  zone: TimeZoneSetting,
): Date | null | undefined {
  if (expires === 'keep') return undefined;
  if (expires === 'never') return null;
  if (expires === 'date') return new Date(`${day}T23:59:59${zone === 'UTC' ? 'Z' : ''}`);
  return new Date(now.getTime() + Number(expires) * dayMs);
}

export function inputOf(draft: TokenDraft, now: Date, zone: TimeZoneSetting): TokenFields {
  const end = endOf(draft, now, zone);
  return {
    name: draft.name.trim(),
    // In the order of the table, whatever was ticked first.
    permissions: permissions.filter((name) => draft.held.has(name)),
    allowedCIDRBlocks: [...draft.networks],
    ...(end !== undefined && { expiresAt: end === null ? null : end.toISOString() }),
    ...(draft.kind !== 'OWN' && {
      logTypeAccessKind: draft.kind,
      logTypeAccess: isListed(draft.kind) ? [...draft.logTypes] : [],
    }),
  };
}

export type TokenFaults = Partial<
  Record<'name' | 'permissions' | 'allowedCIDRBlocks' | 'expiresAt' | 'logTypeAccess', string>
>;

/** What is wrong, by field, before the server is asked. */
export function faultsOf(draft: TokenDraft): TokenFaults {
  return {
    ...(draft.name.trim() === '' && { name: 'A token needs a name.' }),
    ...(draft.held.size === 0 && {
      permissions: 'Choose at least one permission, or the token can do nothing.',
    }),
    ...(draft.expires === 'date' &&
      !/^\d{4}-\d{2}-\d{2}$/.test(draft.day) && { expiresAt: 'Choose the last day of the token.' }),
    ...(isListed(draft.kind) &&
      draft.logTypes.length === 0 && { logTypeAccess: 'Choose at least one log type.' }),
  };
}

const comparable = (draft: TokenDraft) =>
  JSON.stringify({ ...draft, held: permissions.filter((name) => draft.held.has(name)) });
/** True where saving would keep something else than what there was. */
export const differs = (one: TokenDraft, other: TokenDraft): boolean => comparable(one) !== comparable(other);
