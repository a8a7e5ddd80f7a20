import { formatAbsolute } from '../../../lib/format-time.ts';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ChartData } from './chart-data.ts';
import { timeWord } from './use-chart-source.ts';

interface TableRow {
  index: number;
  word: string;
}

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** The data of a chart as a table: one row per place on the X axis, one column per group. */
export function ChartTable({
  data,
  label,
  xName,
  isTime,
}: {
  data: ChartData;
  label: string;
  xName: string;
  isTime: boolean;
}) {
  const zone = useTimeZone();
  const columns: Column<TableRow>[] = [
    {
      id: 'x',
      header: xName,
      width: 'minmax(150px, 1fr)',
      mono: true,
      cell: ({ word }) => (isTime ? timeWord(word, (at) => formatAbsolute(at, zone)) : word),
    },
    ...data.series.map((series): Column<TableRow> => ({
      id: `y ${series.name}`,
      header: series.name,
      width: 'minmax(90px, 1fr)',
      mono: true,
      align: 'end',
      cell: ({ index }) => {
        const value = series.values[index] ?? null;
        return value === null ? '–' : exact.format(value);
      },
    })),
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={data.categories.map((word, index) => ({ index, word }))}
      rowId={(row) => String(row.index)}
      rowLabel={(row) => row.word}
      inset
    />
  );
}
