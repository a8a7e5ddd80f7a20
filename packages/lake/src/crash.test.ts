import { spawn } from 'node:child_process';
import { testLane } from './testing/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@margay/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { openLake } from './lake.ts';

const script = (name: string) => fileURLToPath(new URL(`./testing/${name}.ts`, import.meta.url));

/** Runs the insert loop until `killAfterMs` after it opened; returns the last batch it acknowledged. */
async function insertUntilKilled(dataDir: string, first: number, mode: string, killAfterMs: number) {
  const child = spawn(process.execPath, [script('insert-loop'), dataDir, String(first), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = first - 1;
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'open') setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      else last = Number(line);
    }
  });
  await new Promise((resolve) => child.on('exit', resolve));
  return last;
}

describe('a killed process', () => {
  let dataDir = '';
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  async function killedOften(mode: 'token' | 'repeat') {
    dataDir = await mkdtemp(join(tmpdir(), 'margay-crash-'));
    let acknowledged = -1;
    const sentAgain = new Set<number>();
    // On a busy machine the first rounds may end before anything was acknowledged.
    for (let round = 0; round < 8 || (acknowledged < 1 && round < 60); round++) {
      sentAgain.add(acknowledged + 1);
      acknowledged = await insertUntilKilled(dataDir, acknowledged + 1, mode, 20 + round * 37);
    }
    const lake = await openLake({ dataDir }, { logger: silentLogger });
    const { rows } = await lake.query({
      lane: testLane,
      sql: `SELECT batch, count(), uniqExact(p_row_id) FROM panther_logs.test_crash
          WHERE batch <= {last:Int32} GROUP BY batch ORDER BY batch`,
      params: { last: acknowledged },
    });
    await lake.close();
    expect(acknowledged).toBeGreaterThan(0);
    return { acknowledged, sentAgain, rows };
  }

  it('leaves every acknowledged batch stored exactly once when the open one is repeated', async () => {
    const { acknowledged, rows } = await killedOften('repeat');
    expect(rows).toEqual(Array.from({ length: acknowledged + 1 }, (_, batch) => [batch, '30', '30']));
  }, 180_000);

  it('leaves no row twice when the open batch is sent again under its token alone', async () => {
    const { acknowledged, sentAgain, rows } = await killedOften('token');
    // Killed at the wrong moment, the engine knows the token of a part that is not there: that is what a repeat is for.
    const complete = rows.filter(([batch]) => !sentAgain.has(Number(batch)));
    expect(complete.every(([, count]) => count === '30')).toBe(true);
    expect(rows.every(([, count, distinct]) => count === distinct)).toBe(true);
    expect(complete.length + sentAgain.size).toBeGreaterThan(acknowledged);
  }, 180_000);
});

describe('a data folder', () => {
  it('belongs to one process at a time, and the second is told so', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'margay-owner-'));
    const lake = await openLake({ dataDir }, { logger: silentLogger });
    try {
      const child = spawn(process.execPath, [script('open-lake'), dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await new Promise((resolve) => child.on('exit', resolve));
      expect(output).toContain('DataFolderInUse');
      expect(output).toContain('MARGAY_DATA_DIR');
      await lake.ping();
    } finally {
      await lake.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('a host that allows 1,024 open files', () => {
  it('holds wide tables over many days', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'margay-files-'));
    try {
      const command = 'ulimit -n 1024 && exec "$0" "$@"';
      const child = spawn('sh', ['-c', command, process.execPath, script('many-days'), dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const code = await new Promise((resolve) => child.on('exit', resolve));
      expect({ code, output }).toEqual({ code: 0, output: '4500 rows on 45 days\n' });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 180_000);
});
