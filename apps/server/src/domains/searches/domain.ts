import { defineDomain } from '../../domain-contract/define-domain.ts';
import { catalogFor } from './catalog-for.ts';
import { csvTypes } from './csv/graphql.ts';
import { createCsv } from './csv/index.ts';
import { csvRoutes } from './csv/rest.ts';
import { searchTypes } from './graphql.ts';
import { historySweepJob } from './history/jobs.ts';
import type { CsvService } from './csv/service.ts';
import { createSearchesService, type SearchesService } from './service.ts';
import { searchTables } from './migrations/0005-searches.ts';
import { columnSets } from './migrations/0040-column-sets.ts';
import { searchPartTimes } from './migrations/0042-search-part-times.ts';
import { searchUserConfigs } from './migrations/0016-search-user-configs.ts';

declare module '../../services.ts' {
  interface Services {
    csv: CsvService;
    searches: SearchesService;
  }
}

export const searches = defineDomain({
  name: 'searches',
  buildsOn: ['audit-log', 'notifications', 'users'],
  needs: ['audit', 'notifications'],
  migrations: [searchTables, searchUserConfigs, columnSets, searchPartTimes],
  graphql(parts) {
    searchTypes(parts);
    csvTypes(parts);
  },
  rest: csvRoutes,
  async create({ logger, secrets, ...given }) {
    const service = createSearchesService({ ...given, logger: logger.child({ stage: 'search' }) });
    const csv = await createCsv({
      ...given,
      key: secrets.deriveKey('download-links'),
      catalogOf: catalogFor(given.lake),
      logger: logger.child({ stage: 'csv' }),
    });
    return {
      services: { searches: service, csv: csv.service },
      jobs: [...csv.jobDefinitions, historySweepJob(service)],
      interrupt: service.close,
      close: async () => {
        await csv.close();
        await service.settled();
      },
    };
  },
});
