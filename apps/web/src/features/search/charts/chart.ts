export const chartTypes = ['bar', 'line', 'area', 'pie', 'number', 'table'] as const;
export type ChartType = (typeof chartTypes)[number];

/** A chart as the text of a query describes it; the server sends it with the annotations of a search. */
export interface ChartDescription {
  chart: ChartType;
  xcolumn?: string | null;
  series?: string | null;
  ycolumns: string[];
  title?: string | null;
  xtitle?: string | null;
  ytitle?: string | null;
  legend?: string | null;
  kind?: string | null;
  xaxis?: string | null;
  yaxis?: string | null;
}

export const sortOrders = [
  'rows',
  'x ascending',
  'x descending',
  'value descending',
  'value ascending',
] as const;
export type ChartSort = (typeof sortOrders)[number];

/** How many groups are drawn. */
export const chartLimits = [5, 25] as const;
export type ChartLimit = (typeof chartLimits)[number];

/** Everything a person can choose about a chart. */
export interface ChartSettings {
  type: ChartType;
  x: string | undefined;
  /** One line, or part of a bar, per value of this column. */
  series: string | undefined;
  y: string[];
  limit: ChartLimit;
  sort: ChartSort;
  isStacked: boolean;
  isLogarithmic: boolean;
  hasLegend: boolean;
  /** Colours such as `#7aa7fb` by rank of the group; empty text for the usual one. */
  colors: string[];
  title: string;
  xTitle: string;
  yTitle: string;
}

/** A column of the rows a chart can be made from. */
export interface ChartColumn {
  name: string;
  kind: 'number' | 'time' | 'text';
}

export type ChartRow = Record<string, unknown>;

const numberTypes = new Set(['smallint', 'int', 'bigint', 'float']);
/** Rows looked at where a column's type says nothing. */
const sampleSize = 50;

/** The columns of a result with their kinds, by type and, where the type is free, by their values. */
export function chartColumns(
  order: readonly string[],
  types: Record<string, unknown>,
  rows: readonly ChartRow[],
): ChartColumn[] {
  return order.map((name) => {
    const type = types[name];
    if (type === 'timestamp' || type === 'date') return { name, kind: 'time' };
    if (typeof type === 'string' && numberTypes.has(type)) return { name, kind: 'number' };
    const values = rows.slice(0, sampleSize).flatMap((row) => row[name] ?? []);
    const isNumber =
      type === 'json' && values.length > 0 && values.every((value) => typeof value === 'number');
    return { name, kind: isNumber ? 'number' : 'text' };
  });
}

/**
 * The chart of a result nobody has said anything about: X is the first time, else the first column that is no number,
 * else the first; Y the first other number; groups the next column that is no number. Times make a line, one row of
 * numbers figures, everything else bars. Undefined when no column holds numbers.
 */
export function usualChart(columns: readonly ChartColumn[], rowCount: number): ChartSettings | undefined {
  const numbers = columns.filter((column) => column.kind === 'number');
  if (numbers.length === 0) return undefined;
  const time = columns.find((column) => column.kind === 'time');
  const x = time ?? columns.find((column) => column.kind !== 'number') ?? columns[0];
  const y = numbers.find((column) => column !== x) ?? numbers[0];
  const series = columns.find((column) => column.kind === 'text' && column !== x);
  const isFigures = rowCount === 1 && numbers.length === columns.length;
  return {
    type: isFigures ? 'number' : time ? 'line' : 'bar',
    x: x?.name,
    series: isFigures ? undefined : series?.name,
    y: isFigures ? numbers.map((column) => column.name) : y ? [y.name] : [],
    limit: 5,
    sort: 'rows',
    isStacked: true,
    isLogarithmic: false,
    hasLegend: true,
    colors: [],
    title: '',
    xTitle: '',
    yTitle: '',
  };
}

/** What the query says about its chart, over the usual one. Columns the result does not have are left out. */
export function describedChart(
  usual: ChartSettings,
  said: ChartDescription | undefined,
  columns: readonly ChartColumn[],
): ChartSettings {
  if (!said) return usual;
  const has = (name: string | null | undefined) =>
    columns.some((column) => column.name === name) ? (name ?? undefined) : undefined;
  const y = said.ycolumns.flatMap((name) => has(name) ?? []);
  const isSaid = has(said.xcolumn) !== undefined || has(said.series) !== undefined;
  return {
    ...usual,
    type: said.chart,
    x: has(said.xcolumn) ?? usual.x,
    // A text that names the X column and no groups wants none.
    series: has(said.series) ?? (isSaid ? undefined : usual.series),
    y: y.length > 0 ? y : usual.y,
    isStacked: said.kind !== 'unstacked',
    isLogarithmic: said.yaxis === 'log',
    hasLegend: said.legend !== 'hidden',
    title: said.title ?? '',
    xTitle: said.xtitle ?? '',
    yTitle: said.ytitle ?? '',
  };
}
