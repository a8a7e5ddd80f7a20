import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstScreenSizes } from '../tools/build/web.ts';
import { silentLogger } from '@margay/kit';
import { openLake } from '@margay/lake';
import { startTestServer } from '../e2e/support/server.ts';
import { gzipBatches, ingestAll, startBenchServer } from './support/bench-server.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median, type Figure } from './support/figure.ts';

const eventCount = 100_000;

async function disk(report: (text: string) => void): Promise<Figure> {
  const lines = cloudTrailLines(eventCount, 13, new Date());
  const server = await startBenchServer(0);
  await ingestAll(server, gzipBatches(lines, 5_000), eventCount);
  const isCorrect = (await server.count('panther_logs.public.aws_cloudtrail')) === eventCount;
  await new Promise((turn) => setTimeout(turn, 15_000));
  await server.kill();
  const dataLakeBytes = await lakeBytes(server.dataDir);
  await server.stop();
  const folder = await mkdtemp(join(tmpdir(), 'margay-bench-'));
  await writeFile(join(folder, 'raw.ndjson'), lines.join('\n'));
  spawnSync('zstd', ['-3', '-q', '-k', join(folder, 'raw.ndjson')]);
  const packed =
    (await stat(join(folder, 'raw.ndjson.zst')).catch(() => undefined))?.size ?? zstdBytes(lines.join('\n'));
  await rm(folder, { recursive: true, force: true });
  report(`lake ${(dataLakeBytes / 1e6).toFixed(1)} MB, zstd -3 ${(packed / 1e6).toFixed(1)} MB`);
  return {
    name: 'disk ÷ zstd -3 of raw, raw kept',
    unit: 'bytes',
    ours: dataLakeBytes,
    peer: packed,
    ratio: dataLakeBytes / packed,
    floor: 2.5,
    aim: 1.2,
    better: 'lower',
    isCorrect,
  };
}

/** Without the zstd program: the same library at the same level inside Node. */
function zstdBytes(text: string): number {
  const out = execFileSync(
    process.execPath,
    [
      '-e',
      "const z=require('node:zlib');const c=[];process.stdin.on('data',d=>c.push(d)).on('end',()=>console.log(z.zstdCompressSync(Buffer.concat(c),{params:{[z.constants.ZSTD_c_compressionLevel]:3}}).length))",
    ],
    { input: text, maxBuffer: 1e9 },
  );
  return Number(out.toString());
}

/** What the tables hold; parts that were merged away wait some minutes for their removal and do not count. */
async function lakeBytes(dataDir: string): Promise<number> {
  const lake = await openLake({ dataDir }, { logger: silentLogger });
  const tables = await lake.statistics();
  await lake.close();
  return tables.reduce((sum, table) => sum + table.diskBytes, 0);
}

async function starts(report: (text: string) => void): Promise<Figure> {
  const server = await startTestServer({ startsEmpty: true });
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) {
    await server.kill();
    const startedAt = performance.now();
    await server.start();
    const ready = await fetch(`${server.url}/readyz`);
    if (ready.status !== 200) throw new Error(`not ready: ${ready.status}`);
    seconds.push((performance.now() - startedAt) / 1000);
  }
  await server.stop();
  report(`second starts ${seconds.map((value) => value.toFixed(2)).join(', ')} s`);
  return {
    name: 'second start to /readyz',
    unit: 's',
    ours: median(seconds),
    peer: null,
    ratio: median(seconds),
    floor: 8,
    aim: 3,
    better: 'lower',
    isCorrect: true,
  };
}

/** Compressed scripts that a browser loads before somebody can sign in, as the build measures them. */
async function firstScreen(): Promise<Figure> {
  const { scripts } = (await firstScreenSizes())['sign in'];
  return {
    name: 'first screen, compressed JS',
    unit: 'kB',
    ours: scripts.bytes / 1000,
    peer: null,
    ratio: scripts.bytes / 1000,
    floor: 200,
    aim: 180,
    better: 'lower',
    isCorrect: scripts.count > 0,
    note: `${scripts.count} scripts, those of the sign-in form included`,
  };
}

export const benchmark = defineBenchmark({
  name: 'footprint',
  description: 'disk, start and the size of the first screen',
  async run(report) {
    return [await disk(report), await starts(report), await firstScreen()];
  },
});
