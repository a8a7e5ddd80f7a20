import { digestOfToken, newOpaqueToken, type LogTypeAccess } from '@margay/auth';
import {
  conflict,
  invalidInput,
  isInNetwork,
  newUuid,
  notFound,
  parseIpAddress,
  parseIpNetwork,
  unauthenticated,
  type Logger,
} from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { authorOf } from '../../api/author.ts';
import type { Caller } from '../../api/http-parts.ts';
import { keepAccess, type KeptAccess } from '../../api/kept-access.ts';
import { refuseOutdated } from '../../api/refuse-outdated.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { newTokenLetter, type MailService } from '../mail/index.ts';
import type { RolesService } from '../roles/index.ts';
import { makerAfterRotation, standingOf, type Standing } from './standing.ts';
import {
  deleteToken,
  findToken,
  findTokenByDigest,
  findTokenByName,
  insertToken,
  listTokens,
  lockTokens,
  noteUse,
  rotateToken,
  updateToken,
  type ApiToken,
  type TokenFields,
} from './store.ts';
import { readToken, refuseBeyond, type TokenInput } from './token-input.ts';

/** A token with its value, which nobody can read again. */
export interface TokenWithValue {
  token: ApiToken;
  value: string;
}

export interface ApiTokensService {
  list(): Promise<ApiToken[]>;
  byId(id: string): Promise<ApiToken | undefined>;
  /** What the tokens of these ids may read today; those that are gone are left out. */
  accessOf(ids: readonly string[]): Promise<ReadonlyMap<string, LogTypeAccess>>;
  /**
   * Throws `InvalidInput` with the field, a conflict for a name that is taken, and `FORBIDDEN` for permissions or log types
   * beyond those of the one who asks.
   */
  create(actor: Actor, input: TokenInput): Promise<TokenWithValue>;
  /**
   * What is left out stays. Whoever changes a token must be able to do all that it could and can. With `since`, null for
   * never, it throws a conflict (`RevisionConflict`) where the token was changed after that time.
   */
  update(actor: Actor, id: string, input: Partial<TokenInput>, since?: Date | null): Promise<ApiToken>;
  /**
   * A new value. The one before ends at once, or counts for `overlapHours` more (24 at most). Whoever rotates a token must be
   * able to do all that it could, and answers for it from then on as if they had made it.
   */
  rotate(actor: Actor, id: string, overlapHours?: number): Promise<TokenWithValue>;
  remove(actor: Actor, id: string): Promise<void>;
  /**
   * Who a value belongs to, with what both the token and its maker may do, as live as two seconds ago. Throws
   * `unauthenticated` for a value that is none, where it may not be used from, and when its maker may not sign in any more.
   */
  actorOfKey(value: string, caller: Caller): Promise<Actor>;
  close(): Promise<void>;
}

/** Says of a text in a log or a repository whose it is, so that scanners find it. */
const prefix = 'mgy_';
const valueForm = /^mgy_[\w-]{43}$/;
const mostOverlapHours = 24;
const hourMs = 3_600_000;

interface LiveToken {
  token: ApiToken;
  standing: Standing;
}

export async function createApiTokensService(deps: {
  store: Store;
  audit: AuditLog;
  mail: Pick<MailService, 'post'>;
  roles: Pick<RolesService, 'accessOf'>;
  clock: () => Date;
  logger: Logger;
}): Promise<ApiTokensService> {
  const { store, audit, mail, roles, clock, logger } = deps;
  const standingNow = (token: ApiToken) => standingOf({ sql: store, roles, now: clock() }, token);
  const kept: KeptAccess<LiveToken> = await keepAccess(store, async (digest) => {
    const token = await findTokenByDigest(store, digest);
    return token && { token, standing: await standingNow(token) };
  });

  async function existing(tx: Sql, id: string): Promise<ApiToken> {
    const token = await findToken(tx, id);
    if (token === undefined)
      throw notFound(`The API token ${id.slice(0, 40)} does not exist any more. Reload the list.`);
    return token;
  }

  async function refuseTaken(tx: Sql, name: string, own?: string): Promise<void> {
    const other = await findTokenByName(tx, name);
    if (other !== undefined && other.id !== own)
      throw conflict(`An API token called ${other.name} exists already. Choose another name.`, {
        details: { field: 'name' },
      });
  }

  return {
    list: () => listTokens(store),
    byId: (id) => findToken(store, id),
    async accessOf(ids) {
      const found = await Promise.all(ids.map((id) => findToken(store, id)));
      const tokens = found.filter((token) => token !== undefined);
      return new Map(
        await Promise.all(
          tokens.map(async (token) => [token.id, (await standingNow(token)).logTypeAccess] as const),
        ),
      );
    },
    create: (actor, input) =>
      store.transaction(async (tx) => {
        const at = clock();
        const fields = readToken(actor, input, at);
        await lockTokens(tx);
        await refuseTaken(tx, fields.name);
        const id = newUuid();
        const value = `${prefix}${newOpaqueToken()}`;
        await insertToken(tx, { id, ...fields, digest: digestOfToken(value), at, by: authorOf(actor) });
        await audit.record(
          { action: 'CREATE_API_TOKEN', actor, params: { input: { id, ...factsOf(fields) } } },
          tx,
        );
        if (actor.kind === 'person')
          await mail.post(newTokenLetter(actor.email, fields.name), { within: tx });
        return { token: await existing(tx, id), value };
      }),
    update: (actor, id, input, since) =>
      store.transaction(async (tx) => {
        await lockTokens(tx);
        const before = await existing(tx, id);
        refuseBeyond(actor, before);
        refuseOutdated(`the API token ${before.name}`, since, before.updatedAt);
        const at = clock();
        const { kind, logTypes } = before.logTypeAccess;
        const isNewKind = input.logTypeAccessKind !== undefined;
        const fields = readToken(
          actor,
          {
            name: input.name ?? before.name,
            permissions: input.permissions ?? before.permissions,
            allowedCIDRBlocks: input.allowedCIDRBlocks ?? before.allowedNetworks,
            expiresAt: input.expiresAt === undefined ? before.expiresAt : input.expiresAt,
            logTypeAccessKind: input.logTypeAccessKind ?? kind,
            logTypeAccess: input.logTypeAccess ?? (isNewKind ? [] : logTypes),
          },
          // An expired token keeps its moment while something else of it is changed.
          input.expiresAt === undefined ? new Date(0) : at,
        );
        await refuseTaken(tx, fields.name, id);
        await updateToken(tx, { id, ...fields, at, by: authorOf(actor) });
        const change = { before: factsOf(before), after: factsOf(fields) };
        await audit.record({ action: 'UPDATE_API_TOKEN', actor, params: { input: { id }, ...change } }, tx);
        return existing(tx, id);
      }),
    rotate: (actor, id, overlapHours = 0) =>
      store.transaction(async (tx) => {
        if (!(overlapHours >= 0 && overlapHours <= mostOverlapHours))
          throw invalidInput(`The old value counts for 0 to ${mostOverlapHours} more hours.`, {
            details: { field: 'overlapHours' },
          });
        await lockTokens(tx);
        const before = await existing(tx, id);
        refuseBeyond(actor, before);
        const at = clock();
        const value = `${prefix}${newOpaqueToken()}`;
        await rotateToken(tx, {
          id,
          digest: digestOfToken(value),
          previousUntil: overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * hourMs),
          at,
          by: authorOf(actor),
          maker: await makerAfterRotation(tx, actor, before),
        });
        const input = { id, name: before.name, overlapHours };
        await audit.record({ action: 'ROTATE_API_TOKEN', actor, params: { input } }, tx);
        return { token: await existing(tx, id), value };
      }),
    remove: (actor, id) =>
      store.transaction(async (tx) => {
        await lockTokens(tx);
        const before = await existing(tx, id);
        await deleteToken(tx, id);
        await audit.record(
          { action: 'DELETE_API_TOKEN', actor, params: { input: { id }, before: factsOf(before) } },
          tx,
        );
      }),
    async actorOfKey(value, caller) {
      const live = valueForm.test(value) ? await kept.find(digestOfToken(value)) : undefined;
      const now = clock();
      if (live === undefined || (live.token.expiresAt !== null && live.token.expiresAt <= now))
        throw unauthenticated('The API token in X-API-Key is not valid, or it has expired or was deleted.');
      const { token, standing } = live;
      if (!isAllowedFrom(token, caller.ip))
        throw unauthenticated(
          `The API token ${token.name} may not be used from ${caller.ip}. Add its network to the allowed ones of the token.`,
        );
      if (standing.refusal !== undefined) throw unauthenticated(standing.refusal);
      noteUse(store, token.id, now).catch((error: unknown) =>
        logger.warn(
          { tokenId: token.id, error: String(error) },
          'the last use of a token could not be noted',
        ),
      );
      return {
        kind: 'token',
        id: token.id,
        name: token.name,
        email: '',
        roleName: '',
        permissions: standing.permissions,
        logTypeAccess: standing.logTypeAccess,
      };
    },
    close: () => kept.close(),
  };
}

function isAllowedFrom({ allowedNetworks }: ApiToken, ip: string): boolean {
  if (allowedNetworks.length === 0) return true;
  const address = parseIpAddress(ip);
  if (address === undefined) return false;
  return allowedNetworks.some((text) => {
    const network = parseIpNetwork(text);
    return network !== undefined && isInNetwork(address, network);
  });
}

const factsOf = ({ name, permissions, allowedNetworks, logTypeAccess, expiresAt }: TokenFields) => ({
  name,
  permissions,
  allowedCIDRBlocks: allowedNetworks,
  logTypeAccessKind: logTypeAccess.kind,
  logTypeAccess: logTypeAccess.logTypes,
  expiresAt,
});
