import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWholeRun, untilGone, wholeChain } from '../e2e/support/whole-run.ts';
import { defineBenchmark } from './support/figure.ts';
import { memoryOf } from './support/memory.ts';

/** The runtime gives memory back little by little once nobody does anything. */
const idleMs = 60_000;

export const benchmark = defineBenchmark({
  name: 'memory',
  description: 'npm start -- --demo: all of its processes, with the story loaded and nothing to do',
  async run(report) {
    const dataDir = await mkdtemp(join(tmpdir(), 'margay-bench-'));
    const run = await startWholeRun(
      { MARGAY_DATA_DIR: dataDir, MARGAY_PYTHON_WORKERS: undefined },
      { isDemo: true },
    );
    const chain = await wholeChain(run);
    try {
      await new Promise((turn) => setTimeout(turn, idleMs));
      const parts = await memoryOf(dataDir);
      const total = (key: 'proportional' | 'resident') => parts.reduce((sum, part) => sum + part[key], 0);
      for (const { command, proportional, resident } of parts)
        report(`${(proportional / 1e6).toFixed(0)} MB (${(resident / 1e6).toFixed(0)} resident) ${command}`);
      const ours = total('proportional') / 1e9;
      return [
        {
          name: 'idle memory with the demo, all processes',
          unit: 'GB',
          ours,
          peer: null,
          ratio: ours,
          floor: 1.4,
          aim: 1,
          better: 'lower',
          // Every process of the run was found, and the story is there.
          isCorrect:
            Object.values(chain).every((pid) => parts.some((part) => part.pid === pid)) &&
            run.output().includes('The demo story is loaded'),
          note: `${(total('resident') / 1e9).toFixed(2)} GB where each process counts what it shares`,
        },
      ];
    } finally {
      process.kill(chain.npm, 'SIGTERM');
      await untilGone(Object.values(chain));
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});
