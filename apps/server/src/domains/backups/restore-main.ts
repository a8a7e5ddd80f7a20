import { messageOf } from '@margay/kit';
import { onEndWanted } from '@margay/kit/node';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import { stateMigrations } from '../../domain-contract/state-migrations.ts';
import { registry } from '../registry.ts';
import { createProgressLine } from './progress-line.ts';
import { readKeyFile, restoreBackup, type RestoreOrder } from './restore-backup.ts';

/** `margay restore`: a process of its own, because it opens the data folder to count what it restored. */
const stopping = new AbortController();
onEndWanted(
  () => stopping.abort(),
  () => process.exit(1),
);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      'secret-key-file': { type: 'string' },
      'without-secret-key': { type: 'boolean', default: false },
      unproven: { type: 'boolean', default: false },
    },
  });
  const { dataDir, secretKey: setting } = readConfig(process.env);
  const keyFile = values['secret-key-file'];
  const secretKey: RestoreOrder['secretKey'] =
    keyFile !== undefined
      ? { text: await readKeyFile(keyFile), isSetting: false }
      : setting !== undefined
        ? { text: setting, isSetting: true }
        : values['without-secret-key']
          ? 'lost'
          : undefined;
  const line = createProgressLine();
  const backup = resolve(positionals[0] ?? '');
  const manifest = await restoreBackup(
    {
      backup,
      dataDir,
      migrations: stateMigrations(registry),
      force: values.force,
      secretKey,
      allowUnproven: values.unproven,
    },
    { signal: stopping.signal, onProgress: (doneBytes) => line.show({ doneBytes, totalBytes: 0 }) },
  ).finally(line.end);
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, n) => total + n, 0);
  console.log(
    `Restored to ${dataDir} as it was at ${manifest.takenAt}: ${sum(manifest.lake).toLocaleString('en-US')} rows in the data lake, ${sum(manifest.state).toLocaleString('en-US')} in the state, ${manifest.batches} batches waiting; ${manifest.files.length} files checked.`,
  );
  process.exit(0);
} catch (error) {
  console.error(
    stopping.signal.aborted
      ? 'The restore was stopped. Run it again; it goes on from there.'
      : messageOf(error),
  );
  process.exit(1);
}
