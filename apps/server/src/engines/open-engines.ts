import type { SecretBox } from '@margay/auth';
import { createDetectEngine, type HostCalls } from '@margay/detect';
import { openJobs } from '@margay/jobs';
import { messageOf, type Logger } from '@margay/kit';
import { openLake } from '@margay/lake';
import { announce, inTurn, migrate, openStore } from '@margay/store';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Domain } from '../domain-contract/define-domain.ts';
import { stateMigrations } from '../domain-contract/state-migrations.ts';
import { absentEngine } from '../roles/absent.ts';
import { judges } from '../roles/judging.ts';
import { assertSecretKey } from '../secret-key-check.ts';
import { endForBrokenLake } from '../watchdog/broken-lake.ts';
import type { Engines } from './engines.ts';
import { openBuffer } from './open-buffer.ts';

/** What changes of the lake's tables are announced by. */
export const lakeTables = 'lake-tables';

/** Opens what rests and what runs, and brings the state store to the tables of this version. */
export async function openEngines(given: {
  config: Config;
  logger: Logger;
  domains: readonly Domain[];
  secrets: SecretBox;
  hostCalls: HostCalls;
}): Promise<Engines> {
  const { config, logger, domains, secrets, hostCalls } = given;
  const lakeTarget =
    config.clickhouseUrl === undefined
      ? { dataDir: config.dataDir }
      : { url: config.clickhouseUrl, cluster: config.lakeCluster };
  let sayTables = () => Promise.resolve();
  const [store, lake, buffer] = await Promise.all([
    openStore({ url: config.databaseUrl, dataDir: config.dataDir }),
    openLake(lakeTarget, {
      onTables: () => sayTables(),
      logger: logger.child({ stage: 'lake' }),
      queryMemoryBytes: config.searchMemoryBytes,
      onBroken: endForBrokenLake,
    }),
    openBuffer(config, logger),
  ]);
  if (config.clickhouseUrl !== undefined) {
    sayTables = () =>
      announce(store, lakeTables).catch((error: unknown) =>
        logger.warn({ error: messageOf(error) }, 'other processes could not be told of a table of the lake'),
      );
  }
  const jobs = await inTurn(store, async () => {
    await migrate(store, stateMigrations(domains));
    await assertSecretKey(store, secrets, config, logger);
    return openJobs({ store, logger: logger.child({ stage: 'jobs' }) });
  }).catch(async (error: unknown) => {
    await Promise.all([store.close(), lake.close(), buffer.close()]);
    throw error;
  });
  const detect = judges(config)
    ? createDetectEngine({
        ...(config.pythonWorkers === undefined ? {} : { workers: config.pythonWorkers }),
        processes: config.pythonProcesses,
        memoryLimitBytes: config.pythonMemoryBytes,
        cacheDir: join(config.dataDir, 'cache'),
        logger: logger.child({ stage: 'detect' }),
        hostCalls,
      })
    : absentEngine(config.roles);
  return { store, lake, buffer, detect, jobs };
}
