import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** Sent as it is, in place of `json`. */
  text?: string;
}

/** Another system's API on this machine, which answers as a test tells it to. */
export interface LoopbackApi {
  url: string;
  /** What was asked, oldest first. */
  requests: { url: URL; headers: IncomingHttpHeaders }[];
  answer(how: (url: URL, headers: IncomingHttpHeaders) => LoopbackAnswer): void;
  forget(): void;
  close(): Promise<void>;
}

export async function startLoopbackApi(): Promise<LoopbackApi> {
  const requests: LoopbackApi['requests'] = [];
  let how: Parameters<LoopbackApi['answer']>[0] = () => ({ status: 500 });
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    requests.push({ url, headers: request.headers });
    const { status = 200, headers = {}, json, text = JSON.stringify(json) } = how(url, request.headers);
    reply.writeHead(status, { 'content-type': 'application/json', ...headers });
    reply.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer(next) {
      how = next;
    },
    forget: () => void requests.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
