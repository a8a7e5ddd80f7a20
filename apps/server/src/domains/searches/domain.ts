import { defineDomain } from '../../domain-contract/define-domain.ts';
import { csvTypes } from './csv/graphql.ts';
import { csvRoutes } from './csv/rest.ts';
import { searchTypes } from './graphql.ts';
import { historySweepJob } from './history/jobs.ts';
import type { CsvService } from './csv/service.ts';
import type { SearchesService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    csv: CsvService;
    searches: SearchesService;
  }
}

export const searches = defineDomain({
  name: 'searches',
  buildsOn: ['audit-log', 'notifications', 'users'],
  needs: ['searches'],
  graphql(parts) {
    searchTypes(parts);
    csvTypes(parts);
  },
  rest: csvRoutes,
  create: (given) => ({ jobs: [historySweepJob(given.searches)] }),
});
