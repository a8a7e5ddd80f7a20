import { type Logger, MargayError, newId } from '@margay/kit';
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secureSecretFile } from './data-folder/secure-folder.ts';

const keyBytes = 48;
const wholeKey = /^[A-Za-z0-9+/]{64}$/;

/** The key's file in the data folder. */
export const keyFileName = 'secret.key';

export const isWholeKey = (text: string): boolean => wholeKey.test(text.trim());

/**
 * The installation's secret: the setting when given, else a file of mode 0600 made on the first start. `dataDir` is
 * there and closed to others already. A file that others can read is closed, or refused. Fails where the file is not
 * whole: with another key nothing that was sealed could be opened, and an empty one would protect nothing.
 */
export async function readSecretKey(
  dataDir: string,
  fromSetting: string | undefined,
  logger: Logger,
): Promise<Uint8Array> {
  if (fromSetting !== undefined) return new TextEncoder().encode(fromSetting);
  const file = join(dataDir, keyFileName);
  await makeOnce(dataDir, file);
  await secureSecretFile(file, logger);
  const text = (await readFile(file, 'utf8')).trim();
  if (isWholeKey(text)) return new TextEncoder().encode(text);
  throw new MargayError(
    'conflict',
    `The key file ${file} is damaged: it holds ${text.length} characters instead of 64. Put it back from a backup. Without one, remove it: a new key is made, and the secrets of log sources and destinations must be typed in again.`,
    { code: 'SecretKeyDamaged' },
  );
}

/** Written whole under another name first, so that a crash leaves either no key or a whole one. */
async function makeOnce(folder: string, file: string): Promise<void> {
  const draft = join(folder, `secret.key.${newId()}`);
  try {
    await readFile(file);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    await writeFile(draft, randomBytes(keyBytes).toString('base64'), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await link(draft, file);
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
