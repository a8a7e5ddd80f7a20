import { valueAt } from '@margay/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { csvKey, downloadFile, useGenerateCsv } from '../csv-downloads.ts';
import { countOf, formatBytes, formatCount } from '../format-number.ts';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { failureText } from '../graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { IconChevronDown, IconDownload } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { saveCsv } from './csv.ts';
import type { useSearchRun } from './use-search-run.ts';
import { gql } from '../graphql/gql.ts';
import type { ResultOf } from '../graphql/gql.ts';

type CsvExport = ResultOf<typeof exportsDocument>['csvExports'][number];

const exportsDocument = gql(`query CsvExports($queryId: ID!) { csvExports(queryId: $queryId) {
  id state rowCount totalRows byteCount url } }`);
const cancelDocument = gql(
  `mutation CancelCsvExport($input: IdInput!) { cancelCsvExport(input: $input) { id } }`,
);
const pollMs = 1_500;
const isOpen = ({ state }: CsvExport) => state === 'PENDING' || state === 'RUNNING';

/** Files of the whole search that were ordered here, followed while one is being made. */
function useCsvExports(queryId: string | undefined) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: csvKey(queryId),
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(exportsDocument, { queryId: queryId ?? '' }, { signal });
      return reply.csvExports;
    },
    enabled: queryId !== undefined,
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? pollMs : false),
    meta: { failure: 'panel' },
  });
}

/** What the table shows, at once; or every row of the search, as a file that is made in the background. */
export function DownloadMenu(props: {
  queryId: string | undefined;
  run: ReturnType<typeof useSearchRun>;
  /** The columns of the table, in their order. */
  columns: readonly string[];
  /** Rows the table has at most. */
  limit: number;
}) {
  const { queryId, run, columns, limit } = props;
  const [isSaving, setSaving] = useState(false);
  const graphql = useGraphql();
  const hasRows = (run.pages?.[0]?.edges.length ?? 0) > 0;
  const files = useCsvExports(hasRows ? queryId : undefined);
  const generate = useGenerateCsv();
  const newest = files.data?.[0];
  const inWork = newest && isOpen(newest) ? newest : undefined;

  async function saveShown() {
    setSaving(true);
    try {
      await saveRows(run, columns);
    } catch (error) {
      toast.error({ title: 'There was an error generating your CSV', message: failureText(error) });
    }
    setSaving(false);
  }
  async function cancel(id: string) {
    try {
      await graphql.request(cancelDocument, { input: { id } });
    } catch (error) {
      toast.error({ title: 'The CSV was not cancelled', message: failureText(error) });
    }
    await files.refetch();
  }

  const entries: MenuEntry[] = [
    {
      label: `The columns of the table, ${countOf(Math.min(run.total, limit), 'row')}`,
      onSelect: () => void saveShown(),
    },
    inWork
      ? { label: `${progressText(inWork)} Cancel`, onSelect: () => void cancel(inWork.id) }
      : {
          label: `All ${formatCount(run.total)} rows, in the background`,
          onSelect: () => {
            if (queryId) generate.mutate({ queryId, columns });
          },
        },
    ...(newest?.url
      ? [
          {
            label: `Finished file, ${countOf(newest.rowCount, 'row')}, ${formatBytes(newest.byteCount)}`,
            onSelect: () => void downloadFile(newest.url ?? ''),
          },
        ]
      : []),
  ];
  const button = (
    <Button
      variant="quiet"
      icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
      trailing={<IconChevronDown size={12} stroke={1.5} aria-hidden />}
      loading={isSaving || generate.isPending}
      disabledReason={hasRows ? undefined : 'There are no rows to download'}
    >
      {inWork ? `CSV ${shareText(inWork)}` : 'CSV'}
    </Button>
  );
  if (!hasRows) return button;
  return (
    <Menu label="Download" position="bottom-end" entries={entries}>
      {button}
    </Menu>
  );
}

function progressText({ rowCount, totalRows }: CsvExport): string {
  return totalRows === null
    ? 'Generating CSV, counting rows.'
    : `Generating CSV, ${formatCount(rowCount)} of ${formatCount(totalRows)} rows.`;
}

const shareText = ({ rowCount, totalRows }: CsvExport) =>
  totalRows ? `${Math.floor((rowCount / totalRows) * 100)}%` : '…';

async function saveRows(run: ReturnType<typeof useSearchRun>, columns: readonly string[]): Promise<void> {
  const pages = await run.loadAll();
  const rows = pages.flatMap((page) => page.edges);
  const cells = rows.map(({ node }) =>
    Object.fromEntries(columns.map((name) => [name, valueAt(node, name)])),
  );
  const name = saveCsv(columns, cells);
  toast.success({ title: `${name} holds ${countOf(rows.length, 'row')}` });
}
