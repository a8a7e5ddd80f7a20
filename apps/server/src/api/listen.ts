import { serve, type ServerType } from '@hono/node-server';
import type { Server } from 'node:http';

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
  /** At one time; more are dropped. */
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

/** Listens on an address and port, 0 for a free one. Rejects when it is taken. */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  at: { host: string; port: number },
  limits: ConnectionLimits = connectionLimits,
): Promise<{ server: ServerType; port: number }> {
  const { headers, connections, ...serverOptions } = limits;
  return new Promise((done, fail) => {
    const server = serve({ fetch, hostname: at.host, port: at.port, serverOptions }, (info) =>
      done({ server, port: info.port }),
    ) as Server; // of HTTP 1, because nothing else was asked for
    server.maxHeadersCount = headers;
    server.maxConnections = connections;
    server.on('error', fail);
  });
}

/** Answers what has begun, then resolves. */
export function closeListener(server: ServerType): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
