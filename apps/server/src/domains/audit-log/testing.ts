import { silentLogger } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import { createChainCodes } from './chain.ts';
import { createAuditLog, type AuditLog } from './service.ts';

/** Of every log that a test makes. */
export const testCodes = createChainCodes(new Uint8Array(32).fill(7));

/** The log as a test's services write it. */
export const createTestAuditLog = (sql: Sql, clock: () => Date = () => new Date()): AuditLog =>
  createAuditLog({ sql, logger: silentLogger, codes: testCodes, clock });

/** Changes the log past what the database refuses, as its owner could. */
export async function tamperWithLog(store: Pick<Store, 'exec'>, sql: string): Promise<void> {
  await store.exec('alter table audit_log disable trigger user');
  await store.exec(sql);
  await store.exec('alter table audit_log enable trigger user');
}

/** As after the first start. */
export const emptyLog = (store: Pick<Store, 'exec'>): Promise<void> =>
  tamperWithLog(
    store,
    `truncate audit_log, audit_checkpoints, audit_verifications;
     update audit_feed set seal = 0, claimed_by = null, claimed_until = null;`,
  );
