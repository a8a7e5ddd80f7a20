import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/overlays/toast.ts';
import type { GraphqlClient } from './graphql/client.ts';
import { useGraphql } from './graphql/graphql-context.tsx';
import { failureText } from './graphql/request-error.ts';
import { gql } from './graphql/gql.ts';

/** A search as the order of its CSV describes it; times are ISO texts. */
export interface CsvParams {
  databases?: string[];
  tables?: string[];
  startTime?: string;
  endTime?: string;
  relativeTime?: string;
  sortDir?: 'ascending' | 'descending';
  /** `simpleSearch`, `sql` or `pantherflow`. */
  language: string;
  /** JSON of a simple search, else the text of the query. */
  filters?: string;
}

interface CsvOrder {
  params: CsvParams;
  originalQueryId: string;
  columns?: readonly string[];
}

const startDocument = gql(`mutation StartAsyncDownload($input: StartAsyncDownloadInput!) {
  startAsyncDownloadOfAllQueryResults(input: $input) { error { message } } }`);
const paramsDocument = gql(`query SearchOfCsv($id: ID!) { dataLakeQuery(id: $id) { params } }`);

/** What both the console and notifications keep their queries under. */
export const notificationsKey = ['notifications'] as const;
export const csvKey = (queryId: string | undefined) => ['csv', queryId] as const;

const startedMs = 8_000;
const refetchAfterMs = 5_000;
const failedMs = 5_000;

/** The fields of a stored search that an order takes; `simplesearch` goes out as its older name. */
export function csvParamsOf(params: unknown): CsvParams {
  const stored = (typeof params === 'object' && params !== null ? params : {}) as Partial<CsvParams>; // stored by the server from a checked request
  const {
    databases,
    tables,
    startTime,
    endTime,
    relativeTime,
    sortDir,
    language = 'simplesearch',
    filters,
  } = stored;
  const given = { databases, tables, startTime, endTime, relativeTime, sortDir, filters };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    language: language === 'simplesearch' ? 'simpleSearch' : language,
  };
}

async function startCsv(graphql: GraphqlClient, order: CsvOrder): Promise<void> {
  const { startAsyncDownloadOfAllQueryResults: reply } = await graphql.request(startDocument, {
    input: order,
  });
  if (reply.error) throw new Error(reply.error.message);
}

/** Orders a CSV of all rows of a search that the server remembers, and says that it has begun. */
export function useGenerateCsv() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ queryId, columns }: { queryId: string; columns?: readonly string[] }) => {
      const { dataLakeQuery } = await graphql.request(paramsDocument, { id: queryId });
      if (!dataLakeQuery)
        throw new Error('The search is older than 30 days. Run it again, then download it.');
      await startCsv(graphql, {
        params: csvParamsOf(dataLakeQuery.params),
        originalQueryId: queryId,
        ...(columns ? { columns } : {}),
      });
    },
    onSuccess: (_data, { queryId }) => {
      toast.info({
        title:
          'Generating CSV... this may take some time. You will be notified in app when the file is ready',
        durationMs: startedMs,
      });
      void client.invalidateQueries({ queryKey: csvKey(queryId) });
      setTimeout(() => void client.invalidateQueries({ queryKey: notificationsKey }), refetchAfterMs);
    },
    onError: (error) =>
      toast.error({ title: 'There was an error generating your CSV', message: failureText(error) }),
  });
}

/** Follows a signed link, unless the server would answer with an error: then that is shown. */
export async function downloadFile(url: string, request: typeof fetch = fetch): Promise<void> {
  try {
    const head = await request(url, { method: 'HEAD' });
    if (head.ok) {
      window.location.assign(url);
      return;
    }
    const reply = await request(url);
    const body: unknown = await reply.json().catch(() => undefined);
    const message =
      typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : undefined;
    toast.error({ title: 'Failed to download', durationMs: failedMs, ...(message ? { message } : {}) });
  } catch (error) {
    toast.error({ title: 'Failed to download', durationMs: failedMs, message: failureText(error) });
  }
}
