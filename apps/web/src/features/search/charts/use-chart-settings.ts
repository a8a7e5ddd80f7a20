import { useState } from 'react';
import { useSaveUserConfig } from '../query-facts.ts';
import type { QueryFacts } from '../query-facts.ts';
import { describedChart, usualChart } from './chart.ts';
import type { ChartColumn, ChartSettings } from './chart.ts';
import { readChart, writeChart } from './kept-chart.ts';

/** The chart of a search: the usual one, what its text says over it, what was chosen over both. */
export function useChartSettings(queryId: string | undefined, facts: QueryFacts | undefined) {
  const save = useSaveUserConfig(queryId);
  /** The X column as long as nothing else is known: it decides which rows are asked for. */
  const kept = facts?.userConfig?.chartProperties ?? [];
  const keptX = kept.find((property) => property.role === 'x')?.propertyId;
  const [chosen, setChosen] = useState<{ queryId: string | undefined; settings: ChartSettings }>();
  const own = chosen?.queryId === queryId ? chosen?.settings : undefined;
  return {
    x: own?.x ?? keptX,
    /** Undefined when no column holds numbers. */
    settingsOf(columns: readonly ChartColumn[], rowCount: number): ChartSettings | undefined {
      const usual = usualChart(columns, rowCount);
      if (!usual || own) return usual && own;
      const said = describedChart(usual, facts?.annotations.chart ?? undefined, columns);
      return readChart(said, kept, columns);
    },
    change(settings: ChartSettings) {
      setChosen({ queryId, settings });
      save({ chartProperties: writeChart(settings) });
    },
  };
}
