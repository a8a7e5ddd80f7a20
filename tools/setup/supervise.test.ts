import { startChild } from '@margay/kit/node';
import { expect, it } from 'vitest';
import { supervise } from './supervise.ts';

/** A server that does what its script says. Run number 0 is the first. */
function superviseScript(scriptOf: (run: number) => string) {
  const said: string[] = [];
  const pids: (number | undefined)[] = [];
  const supervised = supervise({
    start({ onReady }) {
      const child = startChild(process.execPath, ['-e', scriptOf(pids.length)], {
        deadlineMs: 2_000,
        onMessage: onReady,
      });
      pids.push(child.pid);
      return child;
    },
    waitMs: { first: 10, longest: 40 },
    failedStarts: 3,
    say: (text) => said.push(text),
  });
  return { supervised, said, pids };
}

it('starts what crashed again, ever more slowly, and gives up what cannot start', async () => {
  const { supervised, said } = superviseScript(() => 'process.exit(7)');
  expect(await supervised.ended).toBe(7);
  expect(said).toEqual([
    'The server ended with code 7; starting it again in 0.02 s.',
    'The server ended with code 7; starting it again in 0.04 s.',
    'Margay gives up: 3 starts in a row failed, the last one with code 7. What is above says why.',
  ]);
});

it('never gives up what was ready before it crashed', async () => {
  const { supervised, pids } = superviseScript((run) =>
    run < 5 ? 'process.send("ready", () => process.kill(process.pid, "SIGKILL"))' : 'process.exit(0)',
  );
  expect(await supervised.ended).toBe(0);
  expect(pids).toHaveLength(6);
});

it('does not start again what a person must mend first', async () => {
  const { supervised, said, pids } = superviseScript(() => 'process.exit(2)');
  expect(await supervised.ended).toBe(2);
  expect([said, pids.length]).toEqual([[], 1]);
});

it('waits for what went away after it was ready, however long', async () => {
  const { supervised, said, pids } = superviseScript((run) =>
    run === 0 ? 'process.send("ready", () => process.exit(7))' : `process.exit(${run < 6 ? 2 : 0})`,
  );
  expect(await supervised.ended).toBe(0);
  expect(pids).toHaveLength(7);
  expect(said.at(-1)).toBe('The server ended with code 2; starting it again in 0.04 s.');
});

it('kills what does not end when it is asked to', async () => {
  const { supervised, pids } = superviseScript(
    () => 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("ready")',
  );
  await new Promise((turn) => setTimeout(turn, 300));
  supervised.end('SIGTERM');
  expect(await supervised.ended).toBe(137);
  expect(pids).toHaveLength(1);
});
