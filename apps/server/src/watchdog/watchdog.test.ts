import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newDataFolder } from '../testing/new-data-folder.ts';

const watchdog = new URL('./watchdog.ts', import.meta.url).href;
const main = new URL('../main.ts', import.meta.url).pathname;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'margay-watchdog-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  said: string;
}

async function endOf(child: ChildProcess): Promise<Ended> {
  const said = child.stderr === null ? '' : text(child.stderr);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { code, signal, said: await said };
}

/** A process that starts the watchdog with a limit of a second, and then does this. */
async function watched(name: string, code: string): Promise<{ child: ChildProcess; noteFile: string }> {
  const noteFile = join(folder, `${name}.json`);
  const script = join(folder, `${name}.mjs`);
  await writeFile(
    script,
    `import { startWatchdog } from ${JSON.stringify(watchdog)};
    startWatchdog({ limitMs: 1000, noteFile: ${JSON.stringify(noteFile)} });
    ${code}`,
  );
  return { child: spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] }), noteFile };
}

describe('a process whose event loop stands still', () => {
  it('is ended hard, and says for how long it stood still and where', async () => {
    const { child, noteFile } = await watched('loop', 'function spin() { for (;;); } setTimeout(spin, 100);');
    const { signal, said } = await endOf(child);
    expect(signal).toBe('SIGKILL');
    expect(said).toMatch(/stood still for 1 s.*\n {4}at spin \(/);
    expect(JSON.parse(await readFile(noteFile, 'utf8'))).toMatchObject({
      seconds: 1,
      where: [expect.stringMatching(/^spin \(file:.*loop\.mjs:3\)$/), expect.any(String), expect.any(String)],
    });
  });

  it('is ended in native code too', async () => {
    const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    const { child } = await watched('native', `setTimeout(() => { ${wait} }, 100);`);
    const { signal, said } = await endOf(child);
    expect(signal).toBe('SIGKILL');
    expect(said).toMatch(/stood still for 1 s/);
  });

  it('is not one that was stopped and goes on, that works in pieces, or that ends by itself', async () => {
    const pieces = `let left = 40;
      (function piece() { const end = performance.now() + 60; while (performance.now() < end); if (--left > 0) setImmediate(piece); })();
      console.log('begun');`;
    const { child } = await watched('stopped', pieces);
    const ended = endOf(child);
    if (child.stdout !== null) await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    await new Promise((later) => setTimeout(later, 2_500)); // longer than the limit
    child.kill('SIGCONT');
    expect(await ended).toEqual({ code: 0, signal: null, said: '' });
  });
});

describe('the server', () => {
  // Loaded before the server's own code: the only way to hold up its event loop on purpose.
  const hold = 'data:text/javascript,process.on("SIGUSR2", function hold() { for (;;); })';

  it('tells people of the standstill before its start, and is watched itself', async () => {
    const dataDir = await newDataFolder('margay-watchdog-data-');
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const noteFile = join(dataDir, 'stalled.json');
    const before = { endedAt: '2026-01-01T00:00:00.000Z', seconds: 12, where: ['spin (a.ts:1)'] };
    await writeFile(noteFile, JSON.stringify(before));
    const child = spawn(process.execPath, ['--import', hold, main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        MARGAY_DATA_DIR: dataDir,
        MARGAY_PORT: '0',
        MARGAY_ROLES: 'api',
        MARGAY_LOG_LEVEL: 'error',
        MARGAY_WATCHDOG_SECONDS: '2',
      },
    });
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      // The last line of the start.
      if (log.includes('the process before this one stood still')) child.kill('SIGUSR2');
    });
    const { signal, said } = await endOf(child);
    expect(log).toContain('spin (a.ts:1)');
    expect(signal).toBe('SIGKILL');
    expect(said).toMatch(/stood still for 2 s/);
    expect(JSON.parse(await readFile(noteFile, 'utf8'))).toMatchObject({ seconds: 2 });
  });
});
