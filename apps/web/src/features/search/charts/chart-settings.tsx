import { useState } from 'react';
import { SegmentedControl, Switch } from '../../../ui/inputs/choice.tsx';
import { FieldGroup } from '../../../ui/inputs/field.tsx';
import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartLine,
  IconHash,
  IconTable,
} from '../../../ui/icons.ts';
import { Note } from '../../../ui/layout/note.tsx';
import { MultiSelect, Select } from '../../../ui/inputs/select.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { chartLimits, sortOrders } from './chart.ts';
import type { ChartColumn, ChartSettings as Settings, ChartSort, ChartType } from './chart.ts';
import { ColorList } from './color-list.tsx';
import type { ChartData } from './chart-data.ts';
import styles from './charts.module.css';

const look = { size: 16, stroke: 1.5 } as const;
const types: { value: ChartType; label: string; icon: typeof IconChartBar }[] = [
  { value: 'bar', label: 'Bar', icon: IconChartBar },
  { value: 'line', label: 'Line', icon: IconChartLine },
  { value: 'area', label: 'Area', icon: IconChartArea },
  { value: 'pie', label: 'Pie', icon: IconChartDonut },
  { value: 'number', label: 'Number', icon: IconHash },
  { value: 'table', label: 'Table', icon: IconTable },
];

const sortLabels: Record<ChartSort, string> = {
  rows: 'As the rows come',
  'x ascending': 'X, ascending',
  'x descending': 'X, descending',
  'value descending': 'Value, largest first',
  'value ascending': 'Value, smallest first',
};

const noGroups = '';
const captionLength = 200;

/** Everything that can be chosen about a chart. */
export function ChartSettings(props: {
  settings: Settings;
  columns: readonly ChartColumn[];
  data: ChartData | undefined;
  /** Y is the number of events, and only a course of time has groups. */
  countsEvents: boolean;
  /** The text of the query describes the chart. */
  isSaid: boolean;
  onChange: (settings: Settings) => void;
}) {
  const { settings, columns, data, countsEvents, isSaid, onChange } = props;
  const { type, x, series, y, limit, sort, isStacked, isLogarithmic, hasLegend } = settings;
  const set = (part: Partial<Settings>) => onChange({ ...settings, ...part });
  const option = ({ name }: ChartColumn) => ({ value: name, label: name });
  const numbers = columns.filter((column) => column.kind === 'number');
  const isTime = columns.find((column) => column.name === x)?.kind === 'time';
  const isDrawn = type === 'bar' || type === 'line' || type === 'area';
  const groupColumns = columns.filter(
    (column) => column.name !== x && (countsEvents ? column.name === 'p_log_type' : !y.includes(column.name)),
  );
  return (
    <aside className={styles.settings} aria-label="Chart settings">
      <FieldGroup label="Chart type">
        <div className={styles.types}>
          <SegmentedControl
            label="Chart type"
            options={types.map(({ value, label, icon: Icon }) => ({
              value,
              label: (
                <span title={label}>
                  <Icon {...look} aria-label={label} />
                </span>
              ),
            }))}
            value={type}
            onChange={(next: ChartType) => set({ type: next })}
          />
        </div>
      </FieldGroup>
      {type !== 'number' && (
        <Select
          label="X axis"
          options={columns.filter((column) => !countsEvents || column.kind !== 'number').map(option)}
          value={x ?? null}
          onChange={(next) =>
            set({ x: next ?? undefined, ...(next === series ? { series: undefined } : {}) })
          }
        />
      )}
      {!countsEvents && (
        <MultiSelect
          label="Y axis"
          options={numbers.map(option)}
          value={y}
          onChange={(next) => next.length > 0 && set({ y: next })}
          selectAllLabel={null}
        />
      )}
      {type !== 'number' && (!countsEvents || isTime) && (
        <Select
          label="Group by"
          options={[{ value: noGroups, label: 'No groups' }, ...groupColumns.map(option)]}
          value={series ?? noGroups}
          onChange={(next) => set({ series: next || undefined })}
        />
      )}
      {type !== 'number' && type !== 'table' && (
        <div className={styles.line}>
          <span className={styles.lineLabel}>Groups shown</span>
          <SegmentedControl
            label="Groups shown"
            size="sm"
            options={chartLimits.map((count) => ({ value: String(count), label: String(count) }))}
            value={String(limit)}
            onChange={(next) => set({ limit: next === '25' ? 25 : 5 })}
          />
        </div>
      )}
      {type !== 'number' && (
        <Select
          label="Sort"
          options={sortOrders.map((value) => ({ value, label: sortLabels[value] }))}
          value={sort}
          onChange={(next) => set({ sort: next ?? 'rows' })}
        />
      )}
      {isDrawn && (
        <div className={styles.switches}>
          {type !== 'line' && (
            <Switch
              label="Stacked"
              checked={isStacked && !isLogarithmic}
              disabled={isLogarithmic}
              onChange={(next) => set({ isStacked: next })}
            />
          )}
          <Switch
            label="Logarithmic scale"
            checked={isLogarithmic}
            onChange={(next) => set({ isLogarithmic: next })}
          />
          <Switch label="Legend" checked={hasLegend} onChange={(next) => set({ hasLegend: next })} />
        </div>
      )}
      <Caption label="Title" value={settings.title} onChange={(title) => set({ title })} />
      {isDrawn && (
        <>
          <Caption label="X caption" value={settings.xTitle} onChange={(xTitle) => set({ xTitle })} />
          <Caption label="Y caption" value={settings.yTitle} onChange={(yTitle) => set({ yTitle })} />
        </>
      )}
      {data && type !== 'number' && type !== 'table' && (
        <ColorList data={data} settings={settings} onChange={(colors) => set({ colors })} />
      )}
      {isSaid && (
        <Note tone="info">
          Set by <code>visualize</code> in the query. Changes here are kept with the search, the text stays as
          it is.
        </Note>
      )}
    </aside>
  );
}

/** Words are taken over on leaving the field, so that a chart is not kept once per letter. */
function Caption(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    if (draft !== undefined && draft !== value) onChange(draft.slice(0, captionLength));
    setDraft(undefined);
  };
  return (
    <TextInput
      label={label}
      value={draft ?? value}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      maxLength={captionLength}
    />
  );
}
