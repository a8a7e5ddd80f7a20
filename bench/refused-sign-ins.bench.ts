import { readFile } from 'node:fs/promises';
import { administrator, startTestServer, type TestServer } from '../e2e/support/server.ts';
import { defineBenchmark, percentile } from './support/figure.ts';

const perMinute = 500;
const seconds = 60;
const askEveryMs = 100;
/** Clock ticks of a second in `/proc/<pid>/stat` (Linux). */
const ticks = 100;

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Seconds of processor time that the process used so far; 0 where that is not to be had. */
async function processorSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticks;
}

/** A stranger like most: another account and address each time, and now and then one that was tried before. */
async function guess({ url }: TestServer, i: number): Promise<number> {
  const reply = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${i % 200}.${i % 7}.1` },
    body: JSON.stringify({
      email: i % 3 === 0 ? administrator.email : `user${i % 100}@example.com`,
      password: 'Wrong-horse-7',
    }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** What the console asks first, as somebody at work does again and again. */
async function askConsole(server: TestServer): Promise<number> {
  const startedAt = performance.now();
  await server.graphql('{ me { email role { name } } appConfig { accountId refreshTokenHours } }');
  return performance.now() - startedAt;
}

/** Asks at its own pace until it is told to stop. */
async function askUntil(server: TestServer, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(await askConsole(server));
    await pause(askEveryMs);
  }
  return times;
}

export const benchmark = defineBenchmark({
  name: 'refused-sign-ins',
  description: `the console answers while ${perMinute} sign-ins a minute are refused`,
  async run(report) {
    const server = await startTestServer({
      environment: { MARGAY_TRUSTED_PROXIES: '127.0.0.1', MARGAY_ROLES: 'api' },
    });
    for (let i = 0; i < 20; i++) await askConsole(server);
    const idle: number[] = [];
    for (let i = 0; i < 50; i++) idle.push(await askConsole(server));

    let isOver = false;
    const before = await processorSeconds(server.pid);
    const asking = askUntil(server, () => isOver);
    const startedAt = performance.now();
    const guesses: Promise<number>[] = [];
    for (let i = 0; i < (perMinute * seconds) / 60; i++) {
      const due = startedAt + (i * 60_000) / perMinute;
      await pause(Math.max(0, due - performance.now()));
      guesses.push(guess(server, i));
    }
    const statuses = await Promise.all(guesses);
    isOver = true;
    const busy = await asking;
    const used = (await processorSeconds(server.pid)) - before;
    await server.stop();

    const [p95, idleP95] = [percentile(busy, 0.95), percentile(idle, 0.95)];
    const checked = statuses.filter((status) => status === 401).length;
    report(
      `console p95 ${p95.toFixed(0)} ms, idle ${idleP95.toFixed(0)} ms; ${checked} of ${statuses.length} guesses were checked; ${used.toFixed(1)} s of processor time in ${seconds} s`,
    );
    return [
      {
        name: `answer of the console under ${perMinute} refused sign-ins a minute, p95`,
        unit: 'ms',
        ours: p95,
        peer: null,
        ratio: p95,
        floor: 200,
        aim: 50,
        better: 'lower',
        isCorrect: statuses.every((status) => status === 401 || status === 429),
        note: `${used.toFixed(1)} s of processor time in ${seconds} s, the console’s own questions included`,
      },
    ];
  },
});
