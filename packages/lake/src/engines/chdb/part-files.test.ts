import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { chdbEngine } from './index.ts';
import { findBrokenParts } from './part-files.ts';

let dataDir: string;
let engine: Engine;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'margay-parts-'));
  engine = await chdbEngine.open({ dataDir }, { logger: silentLogger });
  await engine.run({ sql: 'create database d' });
  await engine.run({
    sql: 'create table d.t (day Date, a String, b UInt64) engine = MergeTree partition by day order by a',
  });
}, 60_000);
afterAll(async () => {
  await engine.close();
  await rm(dataDir, { recursive: true, force: true });
});

const insert = (rows: number) =>
  engine.run({
    sql: `insert into d.t select toDate('2024-01-01') + number % 3, toString(number), number from numbers(${rows})`,
  });
const broken = async () => (await findBrokenParts(engine.run, '1')).map(({ name }) => name);

it('finds no fault in parts that are merged, dropped or removed while it looks', async () => {
  let isOver = false;
  const looking = (async () => {
    const found = new Set<string>();
    while (!isOver) for (const name of await broken()) found.add(name);
    return [...found];
  })();
  for (let round = 0; round < 40; round++) {
    await insert((round % 7) * 50 + 3);
    if (round % 5 === 0) await engine.run({ sql: 'optimize table d.t' });
    if (round % 4 === 0) await engine.run({ sql: `alter table d.t drop partition '2024-01-02'` });
  }
  isOver = true;
  expect(await looking).toEqual([]);
  expect(await broken()).toEqual([]);
}, 120_000);

it('finds the part that a full disk cut short', async () => {
  // A merge would leave the part behind.
  await engine.run({ sql: 'system stop merges' });
  await insert(30_000);
  const [part] = await activePaths();
  const data = (await readdir(part!.path)).find((file) => file.endsWith('.bin'))!;
  await truncate(join(part!.path, data), 3);
  expect(await broken()).toEqual([part!.name]);
}, 60_000);

async function activePaths(): Promise<{ name: string; path: string }[]> {
  const bytes = await engine.run({
    sql: `select name, path from system.parts where active and database = 'd' order by rows desc`,
    format: 'JSONEachRow',
  });
  const lines = new TextDecoder().decode(bytes).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { name: string; path: string });
}
