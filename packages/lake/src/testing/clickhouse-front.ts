import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, newId, silentLogger } from '@margay/kit';
import { tellWhenBroken } from '../engines/broken.ts';
import { chdbEngine } from '../engines/chdb/index.ts';
import type { Engine } from '../engines/engine.ts';
import { stringLiteral } from '../engines/literals.ts';

/** What a process says before it is ended because the engine in it broke. */
const engineBroke = 'the engine behind the front broke';

/** Sees each statement as the client sent it, with its settings, and says what the engine is to run. */
export type OnStatement = (sql: string, settings: URLSearchParams) => string;

export interface ClickhouseFront {
  url: string;
  close(): Promise<void>;
}

/** Parameters of the HTTP interface that are not settings of the engine. */
const interfaceParameters = new Set([
  'query',
  'query_id',
  'session_id',
  'database',
  'default_format',
  'role',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'enable_http_compression',
]);

/**
 * ClickHouse's HTTP interface over the embedded engine, on loopback: the real client talks to it and the real
 * engine answers, so that the path to a server is tested where no server can be had.
 * Outside facts: https://clickhouse.com/docs/interfaces/http
 */
export async function startClickhouseFront(
  onStatement: OnStatement = (sql) => sql,
): Promise<ClickhouseFront> {
  const dataDir = await mkdtemp(join(tmpdir(), 'margay-front-'));
  const opened = await chdbEngine.open({ dataDir }, { logger: silentLogger });
  // As the server does: the process could not even end in order.
  const engine = tellWhenBroken(opened, () => {
    writeSync(2, `${engineBroke}\n`);
    process.kill(process.pid, 'SIGKILL');
  });
  // As long as a server's: the client trusts that a connection it used a moment ago is still there.
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    answer({ engine, dataDir, onStatement }, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function answer(
  { engine, dataDir, onStatement }: { engine: Engine; dataDir: string; onStatement: OnStatement },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunks: Buffer[] = [];
  // A request stream yields buffers unless an encoding was set.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const search = new URL(request.url ?? '/', 'http://front').searchParams;
  const path = join(dataDir, `${newId()}.body`);
  try {
    const query = search.get('query');
    if (query !== null) await writeFile(path, body);
    const sql =
      query === null
        ? onStatement(body.toString('utf8'), search)
        : withBodyFrom(path, onStatement(query, search));
    const result = await engine.run({ sql: `${settingsPrefix(search)}${sql}` });
    response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' });
    response.end(result);
  } catch (error) {
    const text = messageOf(error);
    const code = /Code: (\d+)\./.exec(text)?.[1] ?? '0';
    response.writeHead(500, { 'content-type': 'text/plain', 'x-clickhouse-exception-code': code });
    response.end(text);
  } finally {
    await rm(path, { force: true });
  }
}

/** The server reads inserted rows from the body; the embedded engine reads them from a file. */
function withBodyFrom(path: string, query: string): string {
  const file = stringLiteral(path);
  if (query.includes(' FROM input(')) {
    return query.replace(' FROM input(', ` FROM file(${file}, RowBinary, `).replace(/ FORMAT RowBinary$/, '');
  }
  return query.replace(/ FORMAT RowBinary$/, ` FROM INFILE ${file} FORMAT RowBinary`);
}

/** Parameters arrive already in their text form. */
function settingsPrefix(search: URLSearchParams): string {
  const settings = [...search].filter(([name]) => !interfaceParameters.has(name));
  if (settings.length === 0) return '';
  const changes = settings.map(([name, value]) => {
    if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new TypeError(`${name} is no setting`);
    return `${name} = ${stringLiteral(value)}`;
  });
  return `SET ${changes.join(', ')};`;
}
