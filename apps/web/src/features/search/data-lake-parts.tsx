import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { LakeDatabase, ResultEdge, SearchResults } from '../../lib/data-lake/queries.ts';
import { HistogramSlot, ResultRowsSlot, ScopeSlot } from '../../lib/data-lake/slots.ts';
import type { ScopeParams } from '../../lib/data-lake/slots.ts';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { narrowBelowPx } from '../../ui/table/data-table.tsx';
import { EventPanel } from './event/event-panel.tsx';
import type { FilterField } from './conditions/filter-fields.ts';
import { keptTables } from './conditions/filter-fields.ts';
import { ResultColumnMenu, ResultTable } from './results/result-table.tsx';
import styles from './results/search-results.module.css';
import { DatabaseChoice, TableChoice } from './form/table-choice.tsx';
import { readTime, writeTime } from './time/time-frame.ts';
import { TimeFramePicker } from './time/time-frame-picker.tsx';
import { Timeline, useHistogram } from './time/timeline.tsx';
import { timelineOf } from './time/timeline-data.ts';
import { resultColumnsOf, useLastingColors } from './results/use-results.ts';
import { useResultColumns } from './results/use-result-columns.ts';

/** What other screens over the data lake show with parts of the search screen. */
export function DataLakeParts({ children }: { children: ReactNode }) {
  return (
    <ScopeSlot.Fill with={ScopeChoices}>
      <HistogramSlot.Fill with={Histogram}>
        <ResultRowsSlot.Fill with={ResultRows}>{children}</ResultRowsSlot.Fill>
      </HistogramSlot.Fill>
    </ScopeSlot.Fill>
  );
}

function ScopeChoices(props: {
  databases: readonly LakeDatabase[];
  value: ScopeParams;
  onChange: (value: ScopeParams) => void;
}) {
  const { databases, value, onChange } = props;
  const { databases: chosen = [], tables = [], ...time } = value;
  return (
    <>
      <DatabaseChoice
        databases={databases}
        value={chosen}
        onChange={(next) =>
          onChange({ ...value, databases: next, tables: keptTables(databases, next, tables) })
        }
      />
      <TableChoice
        databases={databases}
        chosenDatabases={chosen}
        value={tables}
        onChange={(next) => onChange({ ...value, tables: next })}
      />
      <TimeFramePicker
        value={readTime(time)}
        onChange={(next) =>
          // Said also where it is the default of Search: this screen may begin with another.
          onChange({
            databases: chosen,
            tables,
            ...(next.kind === 'preset' ? { timeFrame: next.id } : writeTime(next)),
          })
        }
      />
    </>
  );
}

function Histogram(props: {
  results: SearchResults | undefined;
  elapsedMs: number | undefined;
  onZoom: (from: Date, to: Date) => void;
}) {
  const { results, elapsedMs, onZoom } = props;
  const histogram = useHistogram();
  const data = useMemo(() => results && timelineOf(results), [results]);
  const colors = useLastingColors((data?.series ?? []).map((series) => series.name));
  return (
    <Timeline
      data={data}
      elapsedMs={elapsedMs}
      isAllTime={false}
      colors={colors}
      histogram={histogram}
      onZoom={onZoom}
      shortTitle={undefined}
    />
  );
}

function ResultRows(props: {
  edges: readonly ResultEdge[] | undefined;
  info: SearchResults['columnInfo'] | undefined;
  total: number;
  isSql: boolean;
  isLoadingMore: boolean;
  onEndReached: () => void;
  onColumns?: (columns: readonly string[]) => void;
}) {
  const { edges, info, total, isSql, isLoadingMore, onEndReached, onColumns } = props;
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const [openId, setOpenId] = useState<string>();
  const logTypes = useMemo(() => logTypesOf(edges ?? noEdges), [edges]);
  const colors = useLastingColors(logTypes);
  const chosen = useMemo(
    () => resultColumnsOf(info, edges ?? noEdges, isSql, logTypes),
    [info, edges, isSql, logTypes],
  );
  const columns = useResultColumns(chosen.kind, chosen.telling);
  // The list is made anew with every page of rows; only other names are news.
  const shown = JSON.stringify(columns.columns);
  const tellColumns = useEffectEvent((names: string) => onColumns?.(JSON.parse(names) as string[])); // written above
  useEffect(() => tellColumns(shown), [shown]);
  const openIndex = edges?.findIndex((edge) => edge.id === openId) ?? -1;
  const open = openIndex === -1 ? undefined : edges?.[openIndex];
  const panel = open && (
    <EventPanel
      edge={open}
      isInSheet={isNarrow}
      fields={noFields}
      onClose={() => setOpenId(undefined)}
      onStep={(step) => setOpenId(edges?.[openIndex + step]?.id ?? open.id)}
      onAddColumn={columns.add}
      narrowing={undefined}
    />
  );
  return (
    <div className={styles.results}>
      <div className={styles.middle}>
        {edges && !isNarrow && (
          <div className={styles.columnMenu}>
            <ResultColumnMenu columns={columns} />
          </div>
        )}
        <ResultTable
          edges={edges}
          total={total}
          columns={columns}
          types={info?.types ?? noTypes}
          colors={colors}
          sortDirection="descending"
          onSort={undefined}
          activeId={openId}
          onOpen={(edge) => setOpenId(edge.id === openId ? undefined : edge.id)}
          onCursor={(edge) => openId !== undefined && setOpenId(edge.id)}
          onEndReached={onEndReached}
          isLoadingMore={isLoadingMore}
          fields={noFields}
          narrowing={undefined}
        />
      </div>
      {panel && !isNarrow && <div className={styles.right}>{panel}</div>}
      {isNarrow && (
        <SideSheet
          isOpen={panel !== undefined}
          onClose={() => setOpenId(undefined)}
          title={String(open?.node['p_log_type'] ?? 'Row')}
          overlay
        >
          {panel}
        </SideSheet>
      )}
    </div>
  );
}

const noTypes: Record<string, unknown> = {};
const noEdges: ResultEdge[] = [];
const noFields: FilterField[] = [];

function logTypesOf(edges: readonly ResultEdge[]): string[] {
  const names = edges.map(({ node }) => node['p_log_type']).filter((name) => typeof name === 'string');
  return [...new Set(names)];
}
