import { createSecretBox } from '@margay/auth';
import { openSpool } from '@margay/ingest';
import { invalidInput, messageOf, silentLogger } from '@margay/kit';
import { onEndWanted } from '@margay/kit/node';
import { openLake } from '@margay/lake';
import { openStore } from '@margay/store';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import { claimDataFolder } from '../../data-folder/claim-folder.ts';
import { stateMigrations } from '../../domain-contract/state-migrations.ts';
import { readSecretKey } from '../../secret-key.ts';
import { registry } from '../registry.ts';
import { checkTarget, snapshotsFolder, writeBackup } from './write-backup.ts';
import { createProgressLine } from './progress-line.ts';

/** `margay backup` of a data folder whose server does not run: the same backup, by opening the folder. */
const stopping = new AbortController();
onEndWanted(
  () => stopping.abort(),
  () => process.exit(1),
);

async function backUp(folder: string, withSecretKey: boolean): Promise<void> {
  const { dataDir, databaseUrl, clickhouseUrl, lakeCluster, secretKey } = readConfig(process.env);
  await checkTarget({ dataDir, folder });
  if (!existsSync(join(dataDir, 'spool')))
    throw invalidInput(`There is no data in ${dataDir}. Name the data folder with MARGAY_DATA_DIR.`);
  const claimed = await claimDataFolder(dataDir, { migrations: stateMigrations(registry) });
  try {
    await rm(snapshotsFolder(dataDir), { recursive: true, force: true });
    const secrets = createSecretBox(await readSecretKey(dataDir, secretKey, silentLogger));
    const store = await openStore({ url: databaseUrl, dataDir });
    const target = clickhouseUrl === undefined ? { dataDir } : { url: clickhouseUrl, cluster: lakeCluster };
    const lake = await openLake(target, { logger: silentLogger });
    const buffer = await openSpool({ dir: join(dataDir, 'spool'), logger: silentLogger });
    const line = createProgressLine();
    try {
      const order = { dataDir, folder, secrets, withSecretKey };
      await writeBackup({ store, lake, buffer }, order, { signal: stopping.signal, onProgress: line.show });
    } finally {
      line.end();
      await buffer.close();
      await lake.close();
      await store.close();
    }
  } finally {
    await claimed.release();
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'with-secret-key': { type: 'boolean', default: false } },
  });
  await backUp(positionals[0] ?? '', values['with-secret-key']);
  process.exit(0);
} catch (error) {
  console.error(
    stopping.signal.aborted ? 'The backup was cancelled; nothing of it is left.' : messageOf(error),
  );
  process.exit(1);
}
