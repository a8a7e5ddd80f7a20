import { serve, type ServerType } from '@hono/node-server';
import type { Server } from 'node:http';
import { conflict, invalidInput, messageOf } from '@margay/kit';
import type { Config } from '../config.ts';
import { keepSeats } from './seats.ts';

/** What one connection may take before anything is known of the caller. Times are milliseconds. */
export interface ConnectionLimits {
  /** Until the last header has come. */
  headersTimeout: number;
  /** Until the last byte of the body has come. */
  requestTimeout: number;
  /** How often the two are looked at. */
  connectionsCheckingInterval: number;
  /** Bytes of the request line and all headers. */
  maxHeaderSize: number;
  /** Of one request. */
  headers: number;
  /** At one time. Who gives way when one more comes: `keepSeats`. */
  connections: number;
}

export const connectionLimits: ConnectionLimits = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  headers: 100,
  connections: 2_000,
};

type Where = Pick<Config, 'host' | 'port'> & Partial<Pick<Config, 'trustedProxies'>>;
type Fetch = Parameters<typeof serve>[0]['fetch'];

export interface Listener {
  /** Where it listens, for instance `http://127.0.0.1:8080`. */
  url: string;
  /** Hands requests to the application from now on. */
  open(fetch: Fetch): void;
  /** Takes no new connection, lets requests under way be answered for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

const notYet: Fetch = () =>
  Response.json(
    { message: 'Margay is starting. Try again in a moment.', code: 'Starting' },
    { status: 503, headers: { 'Retry-After': '5' } },
  );

/** Takes the address before anything else is opened: one that cannot be had is told at once. Until `open`, everybody is asked to wait. */
export async function listen(config: Where): Promise<Listener> {
  let current = notYet;
  const { server, port } = await bind((request, env) => current(request, env), config);
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    open(fetch) {
      current = fetch;
    },
    async close(graceMs) {
      await closeServer(server, graceMs);
    },
  };
}

/** Answers on an address and port, 0 for a free one. Rejects when they cannot be had. */
export function bind(
  fetch: Fetch,
  { host, port, trustedProxies = [] }: Where,
  limits: ConnectionLimits = connectionLimits,
): Promise<{ server: ServerType; port: number }> {
  const { headers, connections, ...serverOptions } = limits;
  return new Promise((done, fail) => {
    const server = serve({ fetch, hostname: host, port, serverOptions }, (info) =>
      done({ server, port: info.port }),
    ) as Server; // of HTTP 1, because nothing else was asked for
    server.maxHeadersCount = headers;
    keepSeats(server, connections, trustedProxies);
    server.once('error', (error) => fail(explained(error, host, port)));
  });
}

/** Answers what has begun for `graceMs`, then cuts what is left. */
export async function closeServer(server: ServerType, graceMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  if (!('closeIdleConnections' in server)) return closed;
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}

function explained(cause: Error, host: string, port: number): Error {
  const code = 'code' in cause ? cause.code : undefined;
  const options = { code: 'AddressUnusable', cause };
  if (code === 'EADDRINUSE')
    return conflict(
      `Port ${port} of ${host} is in use by another program. Stop it, or set MARGAY_PORT to another port.`,
      options,
    );
  if (code === 'EACCES' || code === 'EPERM')
    return conflict(
      `This user may not listen on port ${port}. Set MARGAY_PORT to one above 1023, or allow it to the user.`,
      options,
    );
  return invalidInput(
    `Margay cannot listen on ${host}:${port} (${messageOf(cause)}). Set MARGAY_HOST to an address of this machine.`,
    options,
  );
}
