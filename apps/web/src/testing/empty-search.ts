import type { Answers } from './answering-server.ts';
import { finishedSearch } from './finished-search.ts';

/** What a server answers to the search screen that starts every search and finds nothing. */
export const emptySearch: Answers = {
  CancelUberSearch: ({ input }) => ({ cancelDataLakeQuery: input }),
  CsvExports: () => ({ csvExports: [] }),
  DataLakePropertyValues: () => ({ dataLakePropertyValues: [] }),
  EstimateSearch: () => ({ estimateSearch: null }),
  GetDatalakeQuery: () => ({ dataLakeQuery: null }),
  LoadAllSchemaEntities: () => ({ dataLakeDatabases: [] }),
  RecentSearches: () => ({ dataLakeQueries: { edges: [] } }),
  RunUberSearch: () => ({ executeUberSearch: { queryID: 'q1', annotations: { visualize: false } } }),
  SavedSearchToOpen: () => ({ savedQuery: null }),
  ExplainDataLakeQuery: () => ({
    explainDataLakeQuery: {
      sql: '',
      startTime: null,
      endTime: null,
      rowLimit: 1000,
      tables: [],
      diagnostics: [],
    },
  }),
  UberSearch: () => ({ uberSearch: finishedSearch([], {}) }),
};
