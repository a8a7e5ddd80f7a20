import { useMemo, useState } from 'react';
import { seriesToken } from '../../ui/chart/series.ts';
import { tellingColumns } from './result-columns.ts';
import { timelineOf } from './timeline-data.ts';
import { useResultColumns } from './use-result-columns.ts';
import type { Search } from './use-search.ts';

/** Rows, columns and colours of the search on screen. */
export function useResults(search: Search) {
  const { run } = search;
  const timeline = useMemo(() => run.timeline && timelineOf(run.timeline), [run.timeline]);
  const edges = useMemo(() => run.pages?.flatMap((page) => page.edges), [run.pages]);
  const info = run.pages?.[0]?.columnInfo;
  const names = (timeline?.series ?? []).map((series) => series.name);
  const colors = useLastingColors(names);
  const telling = useMemo(
    () => tellingColumns(info?.order ?? [], run.pages?.[0]?.edges ?? []),
    [info, run.pages],
  );
  const isSql = search.form.mode === 'sql';
  const kind = isSql ? `sql ${(info?.order ?? []).slice(0, 40).join(' ')}` : names.toSorted().join(' ');
  const columns = useResultColumns(kind.slice(0, 400), telling);
  return { timeline, edges, info, colors, columns };
}

/** By rank on first sight; from then on a log type keeps its colour on this screen. */
function useLastingColors(names: readonly string[]): ReadonlyMap<string, string> {
  const [colors, setColors] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = names.filter((name) => !colors.has(name));
  if (fresh.length > 0)
    setColors(
      new Map([...colors, ...fresh.map((name, index) => [name, seriesToken(colors.size + index)] as const)]),
    );
  return colors;
}

export type Results = ReturnType<typeof useResults>;
