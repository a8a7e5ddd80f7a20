import type { Answers } from './answering-server.ts';

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
  UberSearch: () => ({
    uberSearch: {
      status: 'succeeded',
      message: '',
      progress: { readRows: 0, totalRows: 0, elapsedMs: 0 },
      results: {
        columnInfo: { order: [], types: {} },
        edges: [],
        pageInfo: { hasNextPage: false, endCursor: null },
        stats: { bytesScanned: 0, executionTime: 1, rowCount: 0 },
      },
    },
  }),
};
