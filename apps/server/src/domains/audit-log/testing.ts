import { silentLogger } from '@margay/kit';
import type { Sql } from '@margay/store';
import { createChainCodes } from './chain.ts';
import { createAuditLog, type AuditLog } from './service.ts';

/** Of every log that a test makes. */
export const testCodes = createChainCodes(new Uint8Array(32).fill(7));

/** The log as a test's services write it. */
export const createTestAuditLog = (sql: Sql, clock: () => Date = () => new Date()): AuditLog =>
  createAuditLog({ sql, logger: silentLogger, codes: testCodes, clock });
