import type { Logger } from '@margay/kit';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secureSecretFile } from './data-folder/secure-folder.ts';

/**
 * The installation's secret: the setting when given, else a file of mode 0600 made on the first start. `dataDir` is
 * there and closed to others already. A file that others can read is closed, or refused.
 */
export async function readSecretKey(
  dataDir: string,
  fromSetting: string | undefined,
  logger: Logger,
): Promise<Uint8Array> {
  if (fromSetting !== undefined) return new TextEncoder().encode(fromSetting);
  const file = join(dataDir, 'secret.key');
  try {
    await writeFile(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  await secureSecretFile(file, logger);
  return new TextEncoder().encode((await readFile(file, 'utf8')).trim());
}
