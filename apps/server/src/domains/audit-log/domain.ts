import { systemActor } from '../../api/actor.ts';
import { defineDomain } from '../../domain-contract/define-domain.ts';
import type { ProcessedSource } from '../../pipeline/processing-config.ts';
import { auditSource } from './audit-source.ts';
import { createChainCodes } from './chain.ts';
import { everySecond } from './every-second.ts';
import { createExportLinks } from './export-links.ts';
import { feedEntries } from './feed-entries.ts';
import { auditLogTypes } from './graphql.ts';
import { auditLogJob } from './jobs.ts';
import { auditChain } from './migrations/0055-audit-chain.ts';
import { createAuditReader, type AuditReader } from './reader.ts';
import { auditLogRoutes } from './rest.ts';
import { sealEntries, sealOrigin } from './seal-entries.ts';
import { createAuditLog, type AuditLog } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    audit: AuditLog;
    auditReader: AuditReader;
    /** What the pipeline reads besides the log sources. */
    auditSource: ProcessedSource;
    /** Days that entries stay. */
    auditRetentionDays: number;
  }
}

/** What the key of the chain is derived for. */
const keyPurpose = 'audit-chain';

export const auditLog = defineDomain({
  name: 'audit-log',
  migrations: [auditChain],
  graphql: auditLogTypes,
  rest: auditLogRoutes,
  create({ secrets, logger, config: { auditRetentionDays }, ...given }) {
    const codes = createChainCodes(secrets.deriveKey(keyPurpose));
    const own = { ...given, codes, logger };
    const audit = createAuditLog({ ...own, sql: given.store });
    const reader = createAuditReader({
      ...own,
      audit,
      systemActor: systemActor(),
      links: createExportLinks(secrets.deriveKey('audit-exports'), given.clock),
    });
    return {
      services: { audit, auditReader: reader, auditRetentionDays, auditSource },
      jobs: [auditLogJob({ ...own, reader, retentionDays: auditRetentionDays })],
      runs: [
        everySecond('ingest', () => feedEntries(own), {
          logger,
          failed: 'the audit log could not be sent through the pipeline',
        }),
        everySecond('jobs', () => sealEntries(own), {
          logger,
          failed: 'entries of the audit log could not be sealed',
        }),
      ],
      seed: () => sealOrigin(own),
    };
  },
});
