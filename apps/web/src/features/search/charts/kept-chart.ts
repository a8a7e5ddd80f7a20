import type { SortDirection } from '../../../lib/data-lake/queries.ts';
import { chartLimits, chartTypes } from './chart.ts';
import type { ChartColumn, ChartSettings, ChartSort } from './chart.ts';

/** A column of a chart as the server keeps it. What stands for the whole chart is with the first. */
export interface ChartProperty {
  order: number;
  propertyId: string;
  limit?: number | null;
  chartType?: string | null;
  colorHexes?: string[] | null;
  sortDirection?: SortDirection | null;
  role?: string | null;
  isStacked?: boolean | null;
  isLogarithmic?: boolean | null;
  title?: string | null;
  caption?: string | null;
}

/** Stands for "the usual colour" in a list that holds colours only. */
const usualColor = '#000000';

export function writeChart(settings: ChartSettings): ChartProperty[] {
  const { type, x, series, y, limit, sort, isStacked, isLogarithmic, colors, title, xTitle, yTitle } =
    settings;
  const [by, direction] = sort.split(' ') as [string, SortDirection | undefined]; // as chart.ts lists them
  const named: Omit<ChartProperty, 'order'>[] = [
    ...(x === undefined
      ? []
      : [
          {
            propertyId: x,
            role: 'x',
            caption: xTitle,
            ...(by === 'x' ? { sortDirection: direction ?? null } : {}),
          },
        ]),
    ...(series === undefined ? [] : [{ propertyId: series, role: 'series' }]),
    ...y.map((name) => ({
      propertyId: name,
      role: 'y',
      caption: yTitle,
      ...(by === 'value' ? { sortDirection: direction ?? null } : {}),
    })),
  ];
  const whole = {
    chartType: type,
    limit,
    isStacked,
    isLogarithmic,
    title,
    colorHexes: colors.map((color) => color || usualColor),
  };
  return named.map((property, order) => ({ ...property, ...(order === 0 ? whole : {}), order }));
}

/** What was kept, over the usual chart. Columns the result no longer has are left out. */
export function readChart(
  usual: ChartSettings,
  kept: readonly ChartProperty[],
  columns: readonly ChartColumn[],
): ChartSettings {
  const known = kept
    .filter(({ propertyId }) => columns.some((column) => column.name === propertyId))
    .toSorted((a, b) => a.order - b.order);
  const [first] = kept.toSorted((a, b) => a.order - b.order);
  if (!first || known.length === 0) return usual;
  const of = (role: string) => known.filter((property) => property.role === role);
  const [x] = of('x');
  const y = of('y');
  return {
    ...usual,
    type: chartTypes.find((type) => type === first.chartType) ?? usual.type,
    x: x?.propertyId ?? usual.x,
    series: of('series')[0]?.propertyId,
    y: y.length > 0 ? y.map(({ propertyId }) => propertyId) : usual.y,
    limit: chartLimits.find((limit) => limit === first.limit) ?? usual.limit,
    sort: sortOf(x?.sortDirection, y[0]?.sortDirection),
    isStacked: first.isStacked ?? usual.isStacked,
    isLogarithmic: first.isLogarithmic ?? usual.isLogarithmic,
    colors: (first.colorHexes ?? []).map((color) => (color === usualColor ? '' : color)),
    title: first.title ?? '',
    xTitle: x?.caption ?? '',
    yTitle: y[0]?.caption ?? '',
  };
}

function sortOf(x: SortDirection | null | undefined, y: SortDirection | null | undefined): ChartSort {
  if (x) return `x ${x}`;
  return y ? `value ${y}` : 'rows';
}
