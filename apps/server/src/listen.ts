import { serve, type ServerType } from '@hono/node-server';

/** Resolves once connections are accepted, with the port taken. Rejects when the port is in use. */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port }: { host: string; port: number },
): Promise<{ server: ServerType; port: number }> {
  return new Promise((done, fail) => {
    const server = serve({ fetch, hostname: host, port }, (info) => done({ server, port: info.port }));
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
