import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from './server.ts';
import {
  administrator,
  bearerToken,
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sourceIdOf,
} from './testing/console-client.ts';
import { startServerOn } from './testing/server-on.ts';

const page = resolve(dirname(fileURLToPath(import.meta.url)), '../../../docs/running/reverse-proxy.md');
const { email, password } = administrator;

interface Proxy {
  name: string;
  program: string | undefined;
  /** Turns the page's example into one for loopback without TLS, and says how to run it in the foreground. */
  prepare(example: string, folder: string, port: number, target: string): Promise<string[]>;
}

const found = (named: string | undefined, path: string) => named ?? (existsSync(path) ? path : undefined);
const blockOf = (text: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(text)?.[1] ?? '';

const proxies: Proxy[] = [
  {
    name: 'nginx',
    program: found(process.env['MARGAY_TEST_NGINX'], '/usr/sbin/nginx'),
    async prepare(example, folder, port, target) {
      const server = blockOf(example, 'nginx')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replaceAll(/^\s*ssl_certificate.*\n/gm, '')
        .replace('http://127.0.0.1:8080', target);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const text = `${user} daemon off; pid ${folder}/pid; error_log stderr;
        events {} http { access_log off; ${temporary.join(' ')} ${server} }`;
      await writeFile(join(folder, 'nginx.conf'), text);
      return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
    },
  },
  {
    name: 'Caddy',
    program: found(process.env['MARGAY_TEST_CADDY'], '/usr/bin/caddy'),
    async prepare(example, folder, port, target) {
      const site = blockOf(example, 'caddyfile')
        .replace('margay.example.com', `http://:${port}`)
        .replace('127.0.0.1:8080', new URL(target).host)
        .replace('{', '{\n  bind 127.0.0.1');
      await writeFile(join(folder, 'Caddyfile'), `{\n  admin off\n}\n${site}`);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  if (proxies.every(({ program }) => program === undefined)) return;
  folder = await mkdtemp(join(tmpdir(), 'margay-proxy-'));
  server = await startServerOn(join(folder, 'data'), {
    MARGAY_ROLES: 'api,ingest,detect',
    MARGAY_TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Loopback has many addresses: each is a client of its own, and only 127.0.0.1 is the proxy. */
function send(
  url: string,
  from: string,
  { body, headers = {}, method = 'POST' }: { body?: string; headers?: OutgoingHttpHeaders; method?: string },
): Promise<Reply> {
  return new Promise((done, fail) => {
    const sent = request(url, { method, headers, localAddress: from, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => (text += part));
      reply.on('end', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

describe.each(proxies)('behind $name', ({ name, program, prepare }) => {
  const skipped = program === undefined;
  const why = skipped ? ` (skipped: ${name} is not installed)` : '';
  let child: ChildProcess;
  let url: string;
  let said = '';

  beforeAll(async () => {
    if (program === undefined) return;
    const own = join(folder, name);
    await mkdir(own);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const args = await prepare(await readFile(page, 'utf8'), own, port, server.url);
    child = spawn(program, args, {
      env: { PATH: process.env['PATH'], HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      );
    for (let attempt = 0; !(await isUp()); attempt++) {
      if (attempt > 200 || child.exitCode !== null) throw new Error(`${name} did not start: ${said}`);
      await new Promise((turn) => setTimeout(turn, 50));
    }
  });
  afterAll(async () => {
    if (skipped || child.exitCode !== null) return;
    const isOver = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await isOver;
  });

  const signIn = (from: string, at: string, typed: string, headers: OutgoingHttpHeaders = {}) =>
    send(`${url}/auth/sign-in`, from, {
      body: JSON.stringify({ email: at, password: typed }),
      headers: { 'content-type': 'application/json', ...headers },
    });

  it.skipIf(skipped)(`knows callers by their own address, whatever they write${why}`, async () => {
    const at = `${name}@example.com`;
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9;proto=https',
      'x-real-ip': '203.0.113.9',
      'x-forwarded-proto': 'https',
    };
    await signIn('127.0.0.1', at, 'x');
    await signIn('127.0.0.2', at, 'x', forged);
    await signIn('127.0.0.3', at, 'x', { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' });
    const rows = await server.platform.store.query<{ source_ip: string }>(
      `select source_ip from audit_log where params->>'email' = $1 order by created_at, id`,
      [at],
    );
    expect(rows.map((row) => row.source_ip)).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
    const plain = await signIn('127.0.0.4', email, password, forged);
    expect(plain.status).toBe(200);
    // The proxy was reached without TLS here: neither it nor we believe the stranger's word.
    expect(String(plain.headers['set-cookie'])).not.toContain('Secure');
  });

  it.skipIf(skipped)(`brakes one client and not the next${why}`, async () => {
    const at = `brake-${name}@example.com`;
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await signIn('127.0.0.5', at, 'x')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const braked = await signIn('127.0.0.5', at, 'x', { 'x-forwarded-for': '203.0.113.77' });
    expect(braked.status).toBe(429);
    expect(Number(braked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn('127.0.0.6', at, 'x')).status).toBe(401);
    expect((await signIn('127.0.0.6', email, password)).status).toBe(200);
  });

  it.skipIf(skipped)(`passes log batches of many megabytes, and stops what is larger${why}`, async () => {
    const ask = await consoleOf(server);
    const logType = `Custom.Behind${name.toUpperCase()}`;
    const spec = 'fields: [{ name: door, type: string }]';
    await ask(putSchema, { input: { name: logType, spec } });
    const { data } = await ask(putSource, { input: httpSource(name, [logType]) });
    const address = `${url}/http/${sourceIdOf(data)}`;
    const authorization = `Bearer ${bearerToken}`;
    const line = `${JSON.stringify({ door: 'x'.repeat(1_000) })}\n`;
    const batch = await send(address, '127.0.0.7', { body: line.repeat(8_000), headers: { authorization } });
    // Given once the whole batch is in the spool.
    expect(batch.status).toBe(200);
    const declared = { authorization, 'content-length': String(80 * 1024 ** 2) };
    const refused = await send(address, '127.0.0.7', { headers: declared });
    expect(refused.status).toBe(413);
  });

  it.skipIf(skipped)(`shows nobody the figures${why}`, async () => {
    const reply = await send(`${url}/metrics`, '127.0.0.1', { method: 'GET' });
    expect(reply.status).toBe(403);
    expect(reply.text).not.toContain('margay_');
  });
});
