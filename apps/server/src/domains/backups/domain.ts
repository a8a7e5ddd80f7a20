import { defineDomain } from '../../domain-contract/define-domain.ts';
import { backupTypes } from './graphql.ts';
import { createBackupsService, type BackupsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    backups: BackupsService;
  }
}

export const backups = defineDomain({
  name: 'backups',
  buildsOn: ['audit-log'],
  needs: ['audit'],
  graphql: backupTypes,
  async create({ config, logger, ...given }) {
    const service = await createBackupsService({
      ...given,
      engines: given,
      dataDir: config.dataDir,
      logger: logger.child({ stage: 'backup' }),
    });
    return { services: { backups: service }, close: service.close };
  },
});
