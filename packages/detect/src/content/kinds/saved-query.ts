import * as z from 'zod';
import { defineKind } from './kind.ts';
import { queryOf, queryYamlKeys, writeQuery } from './query-keys.ts';

/** A query kept under a name. */
export const savedQuery = defineKind({
  kind: 'saved_query',
  analysisType: 'saved_query',
  idKey: 'QueryName',
  folder: 'queries',
  yaml: z.strictObject({ AnalysisType: z.literal('saved_query'), ...queryYamlKeys }),
  build(yaml, { file }) {
    const query = queryOf(yaml, file);
    return 'remedy' in query ? query : { kind: 'saved_query', ...query };
  },
  write: (item) => ({ yaml: { AnalysisType: 'saved_query', ...writeQuery(item) } }),
});
