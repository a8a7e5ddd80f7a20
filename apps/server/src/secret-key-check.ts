import type { SecretBox } from '@margay/auth';
import { MargayError, type Logger } from '@margay/kit';
import { firstRow, type Sql } from '@margay/store';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Gives nothing of the key away. */
const fingerprintOf = (secrets: SecretBox) => Buffer.from(secrets.deriveKey('key-check')).toString('hex');

/**
 * Fails at the start where the secrets of the state were sealed with another key than this process has: sealed secrets
 * could not be opened, links and sessions of one process would not be good at another. The first process to start on a
 * state writes down what its key is known by.
 */
export async function assertSecretKey(
  sql: Sql,
  secrets: SecretBox,
  config: Pick<Config, 'dataDir' | 'secretKey' | 'isSecretKeyNew'>,
  logger: Logger,
): Promise<void> {
  const mine = fingerprintOf(secrets);
  // Of several processes that start at once on an empty state, one writes.
  await sql.query('insert into secret_key_check (fingerprint) values ($1) on conflict do nothing', [mine]);
  const known = await firstRow<{ fingerprint: string }>(sql, 'select fingerprint from secret_key_check');
  if (known?.fingerprint === mine) return;
  if (config.isSecretKeyNew) {
    await sql.query('update secret_key_check set fingerprint = $1', [mine]);
    logger.warn({}, 'a new secret key was taken: secrets sealed with the earlier one must be entered again');
    return;
  }
  const own =
    config.secretKey === undefined
      ? `the one of this process, in ${join(config.dataDir, 'secret.key')}`
      : 'the one in MARGAY_SECRET_KEY';
  throw new MargayError(
    'conflict',
    `The secrets in the state store were sealed with another secret key than ${own}. Set MARGAY_SECRET_KEY to the key that the other processes on this state have: their setting, or what the file secret.key in the data folder of the first one holds. Where that key is lost, start once with MARGAY_SECRET_KEY_IS_NEW=true, and enter the secrets of log sources and destinations again.`,
    { code: 'SecretKeyDiffers' },
  );
}

/** After a restore without the key: the next start takes the key it has. Older states have no such table. */
export async function forgetSecretKey(sql: Sql): Promise<void> {
  const table = await firstRow<{ name: string | null }>(
    sql,
    `select to_regclass('secret_key_check')::text as name`,
  );
  if (table?.name) await sql.query('delete from secret_key_check');
}
