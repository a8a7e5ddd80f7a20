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
import { endInTurn, undoStart } from '../ending.ts';
import { absentEngine } from '../roles/absent.ts';
import { judges } from '../roles/judging.ts';
import { assertSecretKey } from '../secret-key-check.ts';
import { endForBrokenLake } from '../watchdog/broken-lake.ts';
import type { Engines } from './engines.ts';
import { openBuffer } from './open-buffer.ts';

/** What changes of the lake's tables are announced by. */
export const lakeTables = 'lake-tables';

interface Opening {
  config: Config;
  logger: Logger;
  domains: readonly Domain[];
  secrets: SecretBox;
  hostCalls: HostCalls;
}

/**
 * Opens what rests and what runs, and brings the state store to the tables of this version. Where one of them cannot be
 * opened, the others are closed again.
 */
export async function openEngines(given: Opening): Promise<Engines> {
  const { config, logger, domains, secrets } = given;
  const lakeTarget =
    config.clickhouseUrl === undefined
      ? { dataDir: config.dataDir }
      : { url: config.clickhouseUrl, cluster: config.lakeCluster };
  let sayTables = () => Promise.resolve();
  const opening = [
    openStore({ url: config.databaseUrl, dataDir: config.dataDir }),
    openLake(lakeTarget, {
      onTables: () => sayTables(),
      logger: logger.child({ stage: 'lake' }),
      queryMemoryBytes: config.searchMemoryBytes,
      onBroken: endForBrokenLake,
    }),
    openBuffer(config, logger),
  ] as const;
  const closeOpened = async () => {
    const ends = await Promise.allSettled(opening);
    await endInTurn(ends.map((end) => () => (end.status === 'fulfilled' ? end.value.close() : undefined)));
  };
  try {
    const [store, lake, buffer] = await Promise.all(opening);
    if (config.clickhouseUrl !== undefined) {
      sayTables = () =>
        announce(store, lakeTables).catch((error: unknown) =>
          logger.warn(
            { error: messageOf(error) },
            'other processes could not be told of a table of the lake',
          ),
        );
    }
    const jobs = await inTurn(store, async () => {
      await migrate(store, stateMigrations(domains));
      await assertSecretKey(store, secrets, config, logger);
      return openJobs({ store, logger: logger.child({ stage: 'jobs' }) });
    });
    return { store, lake, buffer, detect: openDetect(given), jobs };
  } catch (error) {
    await undoStart(logger, closeOpened);
    throw error;
  }
}

function openDetect({ config, logger, hostCalls }: Opening): Engines['detect'] {
  if (!judges(config)) return absentEngine(config.roles);
  return createDetectEngine({
    ...(config.pythonWorkers === undefined ? {} : { workers: config.pythonWorkers }),
    processes: config.pythonProcesses,
    memoryLimitBytes: config.pythonMemoryBytes,
    cacheDir: join(config.dataDir, 'cache'),
    logger: logger.child({ stage: 'detect' }),
    hostCalls,
  });
}
