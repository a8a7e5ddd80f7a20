import { silentLogger } from '@margay/kit';
import { openLake } from '../lake.ts';

/**
 * Child process of a test, since only a new process has the threads of a server: runs queries that need much memory side
 * by side and writes what they took together. `node heavy-queries.ts <dataDir> <queryMemoryBytes> <count>`
 */
const [, , dataDir = '', bytes, count] = process.argv;
const lake = await openLake({ dataDir }, { logger: silentLogger, queryMemoryBytes: Number(bytes) });
let isOver = false;
let mostBytes = 0;
const watching = (async () => {
  while (!isOver) {
    const { rows } = await lake.query({
      lane: { pool: 'internal', owner: 'watcher' },
      sql: "SELECT sum(memory_usage) FROM system.processes WHERE Settings['log_comment'] LIKE 'heavy-%'",
    });
    mostBytes = Math.max(mostBytes, Number(rows[0]?.[0]));
  }
})();
const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, (_, index) =>
    lake
      .query({
        lane: { pool: 'interactive', owner: `person-${index}` },
        sql: `SELECT ${index}, count() FROM (SELECT number FROM numbers_mt(5000000) GROUP BY number)`,
        tag: `heavy-${index}`,
      })
      .then(
        ({ rows }) => Number(rows[0]?.[1]),
        (error: Error & { code?: string }) => error.code ?? error.message,
      ),
  ),
);
isOver = true;
await watching;
console.log(JSON.stringify({ outcomes, mostBytes }));
await lake.close();
