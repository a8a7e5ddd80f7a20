import { createDetectEngine, type DetectEngine } from '@margay/detect';
import { pythonRule } from '@margay/detect/testing';
import { fullTrust } from '@margay/model';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventBatches } from './support/event-batches.ts';
import { defineBenchmark, median, type Figure } from './support/figure.ts';
import { residentOf } from './support/memory.ts';
import { benchRules } from './support/rules.ts';

const eventCount = 20_000;
const eventsPerBatch = 2_000;
const rounds = 3;
const trustCounts = [1, 3, 20];

/** Rules of so many trusts, as many of each. */
const rulesOf = (count: number, trusts: number) =>
  benchRules(count).map(({ id, body }, n) =>
    pythonRule(id, body, { trust: n % trusts === 0 ? fullTrust : `ALLOW:type.${n % trusts}` }),
  );

async function memoryOf(engine: DetectEngine): Promise<number> {
  const sizes = await Promise.all(engine.status().processIds.map((id) => residentOf(String(id))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Engines of one worker for each trust; all of them have a process, or the default number of them have. */
async function engineOf(cacheDir: string, count: number, trusts: number, processes = trusts) {
  const engine = createDetectEngine({ workers: 1, cacheDir, processes });
  await engine.load({ revision: 1, rules: rulesOf(count, trusts), globals: [], dataModels: [] });
  return engine;
}

export const benchmark = defineBenchmark({
  name: 'trusts',
  description: 'Rules of one, three and twenty trusts, each in a process of its own, over CloudTrail',
  async run(report) {
    const batches = await eventBatches(eventCount, eventsPerBatch);
    const cacheDir = await mkdtemp(join(tmpdir(), 'margay-bench-'));
    const evaluate = async (engine: DetectEngine) => {
      const startedAt = performance.now();
      const all = await Promise.all(batches.map((batch) => engine.evaluate(batch)));
      const matches = all.reduce((sum, evaluation) => sum + evaluation.matches.length, 0);
      return { seconds: (performance.now() - startedAt) / 1000, matches };
    };
    const figures: Figure[] = [];
    for (const count of [100, 1000]) {
      const engines = [];
      for (const trusts of trustCounts) engines.push(await engineOf(cacheDir, count, trusts));
      const inTurns = await engineOf(cacheDir, count, 20, 8);
      for (const engine of engines) await evaluate(engine);
      const times = [...engines, inTurns].map(() => [] as number[]);
      const found = new Set<number>();
      for (let round = 0; round < rounds; round++)
        for (const [at, engine] of [...engines, inTurns].entries()) {
          const { seconds, matches } = await evaluate(engine);
          times[at]!.push(seconds);
          found.add(matches);
          report(
            `${count} rules, ${trustCounts[at] ?? '20 in turns'} trusts: ${seconds.toFixed(2)} s, ${matches} matches`,
          );
        }
      const rate = (at: number) => eventCount / median(times[at]!);
      const isCorrect = found.size === 1 && !found.has(0);
      const figure = (name: string, at: number, floor: number, aim: number): Figure => ({
        name: `${count} rules of ${name} ÷ of one trust`,
        unit: 'events/s',
        ours: rate(at),
        peer: rate(0),
        ratio: rate(at) / rate(0),
        floor,
        aim,
        better: 'higher',
        isCorrect,
      });
      figures.push(
        figure('three trusts', 1, 0.7, 0.9),
        figure('twenty trusts', 2, 0.5, 0.8),
        figure('twenty trusts, eight of them at a time,', 3, 0.01, 0.1),
      );
      const [one, , twenty] = await Promise.all(engines.map(memoryOf));
      figures.push({
        name: `memory of the processes of ${count} rules of twenty trusts`,
        unit: 'GB',
        ours: twenty! / 1e9,
        peer: one! / 1e9,
        ratio: twenty! / 1e9,
        floor: 5,
        aim: 2,
        better: 'lower',
        isCorrect,
        note: `${(one! / 1e9).toFixed(2)} GB with one trust`,
      });
      for (const engine of [...engines, inTurns]) await engine.close();
    }
    await rm(cacheDir, { recursive: true, force: true });
    return figures;
  },
});
