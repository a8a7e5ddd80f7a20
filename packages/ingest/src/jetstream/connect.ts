import { connect, headers } from '@nats-io/transport-node';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import { invalidInput, messageOf, upstreamFailed } from '@margay/kit';
import type { Logger } from '@margay/kit';

export { headers };
export type { NatsConnection };

const connectMs = 10_000;

interface Servers {
  /** `host:port` of each, without secrets. */
  hosts: string[];
  options: Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'>;
}

const unusable = (reason: string) =>
  invalidInput(
    `NATS_URL cannot be used: ${reason}. Write one or more addresses with commas between them, like nats://user:password@host:4222 or tls://token@host:4222.`,
    { code: 'InvalidSetting', details: { setting: 'NATS_URL' } },
  );

function decoded(text: string, i: number): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unusable(`the credentials of address ${i + 1} hold a % that begins no code; write %25`);
  }
}

/** Takes apart what `NATS_URL` may hold. The first user, password or token found is used for all servers. */
export function readServers(url: string): Servers {
  const addresses = url
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (addresses.length === 0) throw unusable('it is empty');
  const servers: Servers = { hosts: [], options: {} };
  for (const [i, address] of addresses.entries()) {
    const withScheme = address.includes('://') ? address : `nats://${address}`;
    if (!URL.canParse(withScheme)) throw unusable(`address ${i + 1} is not an address`);
    const { protocol, hostname, port, username, password } = new URL(withScheme);
    if (protocol !== 'nats:' && protocol !== 'tls:')
      throw unusable(`address ${i + 1} begins with ${protocol}//`);
    if (hostname === '') throw unusable(`address ${i + 1} names no host`);
    servers.hosts.push(`${hostname}:${port || '4222'}`);
    if (protocol === 'tls:') servers.options.tls = {};
    if (username === '' || servers.options.user !== undefined || servers.options.token !== undefined)
      continue;
    if (password === '') servers.options.token = decoded(username, i);
    else {
      servers.options.user = decoded(username, i);
      servers.options.pass = decoded(password, i);
    }
  }
  servers.options.servers = servers.hosts;
  return servers;
}

/**
 * Connects within 10 seconds, or says why not; once connected, comes back by itself for as long as it takes. `onReconnect`
 * is called after each return.
 */
export async function connectTo(
  url: string,
  logger: Logger,
  onReconnect: () => void,
): Promise<{ connection: NatsConnection; isUp: () => boolean }> {
  const { hosts, options } = readServers(url);
  const connection = await connect({
    ...options,
    name: 'margay',
    timeout: connectMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    // A password that is being changed on the server is no reason to give up.
    ignoreAuthErrorAbort: true,
    // A server that died without a word is noticed within half a minute.
    pingInterval: 10_000,
    maxPingOut: 2,
  }).catch((error: unknown) => {
    throw upstreamFailed(
      `The event buffer cannot reach NATS at ${hosts.join(', ')} (NATS_URL): ${messageOf(error)}. Start the server, or correct the address and the credentials in NATS_URL.`,
      { code: 'BufferUnavailable', status: 503, details: { setting: 'NATS_URL' }, cause: error },
    );
  });
  let isUp = true;
  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        isUp = false;
        logger.warn({ servers: hosts }, 'Connection to NATS lost');
      } else if (status.type === 'reconnect') {
        isUp = true;
        logger.info({ servers: hosts }, 'Connection to NATS is back');
        onReconnect();
      } else if (status.type === 'error') {
        logger.warn({ servers: hosts, reason: status.error.message }, 'NATS reports an error');
      }
    }
  };
  void watch();
  return { connection, isUp: () => isUp && !connection.isClosed() };
}
