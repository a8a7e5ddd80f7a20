import { administrator, startTestServer, type TestServer } from '../e2e/support/server.ts';
import { defineBenchmark, percentile } from './support/figure.ts';

const guessers = 80;
const idleSignIns = 20;
const signInsUnderGuesses = 40;
/** What the brake lets a crowd of strangers try at one account before each try costs a wait. */
const allowance = 20;

async function signIn(server: TestServer, password: string, headers: Record<string, string>) {
  const startedAt = performance.now();
  const reply = await fetch(`${server.url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: administrator.email, password }),
  });
  await reply.arrayBuffer();
  return {
    status: reply.status,
    cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '',
    milliseconds: performance.now() - startedAt,
  };
}

/** A person at their usual browser. Half of the guessers below share the address. */
const own = { 'x-forwarded-for': '203.0.113.1' };
const guesserAt = (i: number) => (i % 2 === 0 ? own : { 'x-forwarded-for': `10.${i}.0.1` });

export const benchmark = defineBenchmark({
  name: 'sign-in',
  description: `a person signs in while ${guessers} guess their password, from the same address and from others`,
  async run(report) {
    const server = await startTestServer({
      environment: { MARGAY_TRUSTED_PROXIES: '127.0.0.1', MARGAY_ROLES: 'api' },
    });
    const { cookie } = await signIn(server, administrator.password, own);
    const ownSignIn = () => signIn(server, administrator.password, { ...own, cookie });
    const statuses: number[] = [];
    const idle: number[] = [];
    for (let i = 0; i < idleSignIns; i++) idle.push((await ownSignIn()).milliseconds);

    let isRunning = true;
    const startedAt = performance.now();
    const guessing = Array.from({ length: guessers }, async (_, i) => {
      while (isRunning) statuses.push((await signIn(server, 'Wrong-horse-7', guesserAt(i))).status);
    });
    const ownStatuses: number[] = [];
    const busy: number[] = [];
    for (let i = 0; i < signInsUnderGuesses; i++) {
      const { status, milliseconds } = await ownSignIn();
      ownStatuses.push(status);
      busy.push(milliseconds);
    }
    isRunning = false;
    await Promise.all(guessing);
    const minutes = (performance.now() - startedAt) / 60_000;
    await server.stop();

    const checked = statuses.filter((status) => status === 401).length;
    const isCorrect =
      ownStatuses.every((status) => status === 200) &&
      statuses.every((status) => status === 401 || status === 429) &&
      // Behind the allowance the waits double: at most ten more in a short while.
      checked <= allowance + 10 * Math.max(1, minutes);
    const [p95, idleP95] = [percentile(busy, 0.95) / 1000, percentile(idle, 0.95) / 1000];
    report(
      `idle p95 ${idleP95.toFixed(3)} s, under guesses ${p95.toFixed(3)} s; ${checked} of ${statuses.length} guesses were checked`,
    );
    const shared = { better: 'lower', isCorrect } as const;
    return [
      {
        name: `own sign-in under ${guessers} guesses at once, p95`,
        unit: 's',
        ours: p95,
        peer: null,
        ratio: p95,
        floor: 2,
        aim: 0.3,
        ...shared,
      },
      {
        name: `own sign-in under ${guessers} guesses at once ÷ idle, p95`,
        unit: 's',
        ours: p95,
        peer: idleP95,
        ratio: p95 / idleP95,
        floor: 20,
        aim: 3,
        ...shared,
      },
    ];
  },
});
