import { useMemo, useState } from 'react';
import { seriesToken } from '../../../ui/chart/series.ts';
import { useSaveUserConfig } from '../query-facts.ts';
import type { TableProperty } from '../query-facts.ts';
import type { ResultEdge, SearchResults } from '../../../lib/data-lake/queries.ts';
import { tellingColumns } from './result-columns.ts';
import { timelineOf } from '../time/timeline-data.ts';
import { useResultColumns } from './use-result-columns.ts';
import type { Search } from '../use-search.ts';
import { modeOf } from '../modes/index.ts';

/** Rows, columns and colours of the search on screen. */
export function useResults(search: Search) {
  const { run } = search;
  const save = useSaveUserConfig(search.queryId);
  const timeline = useMemo(() => run.timeline && timelineOf(run.timeline), [run.timeline]);
  const edges = useMemo(() => run.pages?.flatMap((page) => page.edges), [run.pages]);
  const info = run.pages?.[0]?.columnInfo;
  const names = (timeline?.series ?? []).map((series) => series.name);
  const colors = useLastingColors(names);
  const { isText } = modeOf(search.form);
  const chosen = useMemo(
    () =>
      resultColumnsOf(
        info,
        run.pages?.[0]?.edges ?? [],
        isText,
        (timeline?.series ?? []).map((series) => series.name),
      ),
    [info, run.pages, isText, timeline],
  );
  const columns = useResultColumns(chosen.kind, chosen.telling, {
    columns: useMemo(
      () => keptColumns(search.facts?.userConfig?.tableProperties, isText ? info?.order : undefined),
      [search.facts, isText, info],
    ),
    save: (names) => save({ tableProperties: names.map((propertyId, order) => ({ order, propertyId })) }),
  });

  return { timeline, edges, info, colors, columns };
}

/** The columns to show at first, and the kind of rows a person's choice of columns is kept for. */
export function resultColumnsOf(
  info: SearchResults['columnInfo'] | undefined,
  edges: readonly ResultEdge[],
  isText: boolean,
  logTypes: readonly string[],
): { kind: string; telling: string[] } {
  const order = info?.order ?? [];
  const kind = isText ? `text ${order.slice(0, 40).join(' ')}` : logTypes.toSorted().join(' ');
  return { kind: kind.slice(0, 400), telling: tellingColumns(order, edges) };
}

/** Names in their order. Rows of a query have exactly the columns of `order`; events may have fields unseen so far. */
function keptColumns(kept: readonly TableProperty[] = [], order?: readonly string[]): string[] {
  const names = kept.toSorted((a, b) => a.order - b.order).map(({ propertyId }) => propertyId);
  return order ? names.filter((name) => order.includes(name.split('.')[0] ?? name)) : names;
}

/** By rank on first sight; from then on a log type keeps its colour on this screen. */
export function useLastingColors(names: readonly string[]): ReadonlyMap<string, string> {
  const [colors, setColors] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = names.filter((name) => !colors.has(name));
  if (fresh.length > 0)
    setColors(
      new Map([...colors, ...fresh.map((name, index) => [name, seriesToken(colors.size + index)] as const)]),
    );
  return colors;
}

export type Results = ReturnType<typeof useResults>;
