import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The installation's secret: the setting when given, else a file of mode 0600 made on the first start. */
export async function readSecretKey(dataDir: string, fromSetting: string | undefined): Promise<Uint8Array> {
  if (fromSetting !== undefined) return new TextEncoder().encode(fromSetting);
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return new TextEncoder().encode((await readFile(file, 'utf8')).trim());
}
