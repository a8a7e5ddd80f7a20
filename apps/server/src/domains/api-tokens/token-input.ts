import {
  accessKeyOf,
  commonAccess,
  holdsAny,
  logTypeAccessKinds,
  type LogTypeAccess,
  type LogTypeAccessKind,
  type Permission,
} from '@margay/auth';
import { forbidden, formatIpAddress, invalidInput, networkAddressOf, parseIpNetwork } from '@margay/kit';
import type { Actor } from '../../api/actor.ts';
import { hasHiddenCharacters, readLogTypes, readPermissions } from '../roles/index.ts';
import type { TokenFields } from './store.ts';

/** A token as somebody asks for it. */
export interface TokenInput {
  name: string;
  permissions: readonly string[];
  /** `203.0.113.0/24`, `2001:db8::/32` or a single address; none for everywhere. */
  allowedCIDRBlocks?: readonly string[] | undefined;
  expiresAt?: Date | null | undefined;
  /** What its maker may read, unless less is asked for. */
  logTypeAccessKind?: LogTypeAccessKind | undefined;
  logTypeAccess?: readonly string[] | undefined;
}

const longestName = 100;
const mostNetworks = 100;

const fault = (field: keyof TokenInput, message: string) => invalidInput(message, { details: { field } });

function readOwnPermissions(names: readonly string[]): Permission[] {
  if (names.length === 0)
    throw fault('permissions', 'A token needs at least one permission, or it could do nothing.');
  return readPermissions(names);
}

function readNetworks(blocks: readonly string[]): string[] {
  if (blocks.length > mostNetworks)
    throw fault(
      'allowedCIDRBlocks',
      `A token has at most ${mostNetworks} networks; these are ${blocks.length}. Use larger ones.`,
    );
  const read = blocks.map((block) => ({ block, network: parseIpNetwork(block.trim()) }));
  const wrong = read.flatMap(({ block, network }) => (network === undefined ? [block.slice(0, 60)] : []));
  if (wrong.some((block) => block.trim() === ''))
    throw fault(
      'allowedCIDRBlocks',
      'A network is empty. Give a network such as 10.0.0.0/8, or leave it out.',
    );
  if (wrong.length > 0)
    throw fault(
      'allowedCIDRBlocks',
      `${wrong.join(', ')} ${wrong.length === 1 ? 'is no network. Write it' : 'are no networks. Write them'} like 203.0.113.0/24 or 2001:db8::/32.`,
    );
  const found = read.flatMap(({ network }) =>
    network === undefined
      ? []
      : [`${formatIpAddress(networkAddressOf(network.groups, network.prefix))}/${network.prefix}`],
  );
  return [...new Set(found)];
}

function readAccess({
  logTypeAccessKind: kind,
  logTypeAccess: names = [],
}: TokenInput): LogTypeAccess | undefined {
  if (kind === undefined) {
    if (names.length > 0)
      throw fault(
        'logTypeAccess',
        `Say whether these log types are meant by ${logTypeAccessKinds.join(', ')}.`,
      );
    return undefined;
  }
  return { kind, logTypes: readLogTypes(kind, names) };
}

/** True when `inner` reads nothing that `outer` does not. */
export const isWithin = (inner: LogTypeAccess, outer: LogTypeAccess): boolean =>
  accessKeyOf(commonAccess(inner, outer)) === accessKeyOf(inner);

/** Whoever makes a token, changes one or is shown its value must be able to do all that it can. */
export function refuseBeyond(
  actor: Actor,
  { name, permissions, logTypeAccess }: Pick<TokenFields, 'name' | 'permissions' | 'logTypeAccess'>,
): void {
  const lacking = permissions.filter((permission) => !holdsAny(actor.permissions, [permission]));
  if (lacking.length > 0)
    throw forbidden(
      `The token ${name} has permissions that you do not have: ${lacking.join(', ')}. Leave them out, or ask somebody who has them.`,
    );
  if (!isWithin(logTypeAccess, actor.logTypeAccess))
    throw forbidden(
      `The token ${name} could read log types that you may not read. Give it what you may read, or less.`,
    );
}

/** Throws `InvalidInput` with the field that is wrong, and `FORBIDDEN` for what is beyond the one who asks. */
export function readToken(actor: Actor, input: TokenInput, now: Date): TokenFields {
  const name = input.name.trim();
  if (name === '') throw fault('name', 'A token needs a name.');
  if (name.length > longestName)
    throw fault(
      'name',
      `The name of a token has at most ${longestName} characters; this one has ${name.length}.`,
    );
  if (hasHiddenCharacters(name))
    throw fault(
      'name',
      'The name of the token has a character that cannot be seen. Type the name anew, without line breaks and control characters.',
    );
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now)
    throw fault('expiresAt', 'This moment is over. Choose one to come, or let the token never expire.');
  const fields = {
    name,
    permissions: readOwnPermissions(input.permissions),
    allowedNetworks: readNetworks(input.allowedCIDRBlocks ?? []),
    logTypeAccess: readAccess(input) ?? actor.logTypeAccess,
    expiresAt,
  };
  refuseBeyond(actor, fields);
  return fields;
}
