import { defineDomain } from '../../domain-contract/define-domain.ts';
import { retentionJob } from './jobs.ts';
import { createSourceRetention, type SourceRetentionService } from './source-retention.ts';

declare module '../../services.ts' {
  interface Services {
    sourceRetention: SourceRetentionService;
  }
}

export const retention = defineDomain({
  name: 'retention',
  needs: ['organization'],
  create({ store, lake, clock, logger, organization }) {
    const { retentionDays } = organization;
    return {
      services: { sourceRetention: createSourceRetention({ lake, retentionDays, clock }) },
      jobs: [retentionJob({ lake, sql: store, retentionDays, clock, logger })],
    };
  },
});
