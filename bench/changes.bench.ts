import { silentLogger } from '@margay/kit';
import { announce, changeRevisions, migrate, openChanges, openStore } from '@margay/store';
import { ensureProgram, postgres } from '../tools/setup/system-packages.ts';
import { startScratchPostgres } from '../tools/setup/scratch-postgres.ts';
import { defineBenchmark, percentile } from './support/figure.ts';

const changeCount = 500;

/** From the commit of a change to the moment another process follows it, over a PostgreSQL server. */
export const benchmark = defineBenchmark({
  name: 'changes',
  description: `${changeCount} changes made over one connection pool, followed over another`,
  async run(report) {
    const program = ensureProgram(postgres);
    const server = program === undefined ? undefined : await startScratchPostgres(program);
    if (server === undefined) throw new Error('PostgreSQL could not be started: this benchmark needs it');
    const open = () => openStore({ url: server.url, dataDir: '' });
    const [writer, reader] = await Promise.all([open(), open()]);
    await migrate(writer, [changeRevisions]);
    const changes = await openChanges({ store: reader, logger: silentLogger });
    let committedAt = 0;
    let followed = (_at: number) => {};
    changes.follow('bench', async () => followed(performance.now()));
    const milliseconds: number[] = [];
    for (let i = 0; i < changeCount; i++) {
      const heard = new Promise<number>((done) => (followed = done));
      await writer.transaction((tx) => announce(tx, 'bench'));
      committedAt = performance.now();
      milliseconds.push(Math.max(0, (await heard) - committedAt));
    }
    await changes.close();
    await Promise.all([writer.close(), reader.close()]);
    server.stop();
    const [p50, p99] = [percentile(milliseconds, 0.5) / 1000, percentile(milliseconds, 0.99) / 1000];
    report(`p50 ${(p50 * 1000).toFixed(1)} ms, p99 ${(p99 * 1000).toFixed(1)} ms`);
    return [
      {
        name: 'a change of one process followed in another, p99',
        unit: 's',
        ours: p99,
        peer: null,
        ratio: p99,
        floor: 1,
        aim: 0.1,
        better: 'lower',
        isCorrect: milliseconds.length === changeCount,
      },
    ];
  },
});
