import { nearestWord } from '@margay/kit';
import { refuse, withMeant } from '../../diagnostics.ts';
import type { FlowExpression, FlowVisualize } from './ast.ts';
import type { FlowColumn, FlowContext } from './scope.ts';
import { columnNamed, warn } from './scope.ts';
import { isNumeric } from './typed.ts';

export const flowCharts = ['bar', 'line', 'pie', 'table'] as const;
export type FlowChart = (typeof flowCharts)[number];

/** How the rows are to be drawn; the rows are the ordinary result. At most 999 are drawn. */
export interface Visualization {
  chart: FlowChart;
  xcolumn?: string;
  /** One line or stack per value. */
  series?: string;
  ycolumns: string[];
  title?: string;
  xtitle?: string;
  ytitle?: string;
  legend?: 'visible' | 'hidden';
  kind?: 'stacked' | 'unstacked';
  xaxis?: 'linear' | 'log';
  yaxis?: 'linear' | 'log';
  /** Why the chart may not look as meant. */
  warnings: string[];
}

const words = {
  legend: ['visible', 'hidden'],
  kind: ['stacked', 'unstacked'],
  xaxis: ['linear', 'log'],
  yaxis: ['linear', 'log'],
} as const;
const columnNames = ['xcolumn', 'series', 'ycolumn'];
const captions = ['title', 'xtitle', 'ytitle'] as const;
const known = [...columnNames, ...captions, ...Object.keys(words)];

/** Unknown annotations and columns are warnings; an unknown chart or word is refused. */
export function lowerVisualize(
  stage: FlowVisualize,
  columns: readonly FlowColumn[],
  context: FlowContext,
): Visualization {
  const chart = flowCharts.find((candidate) => candidate === (stage.chart?.text ?? 'bar'));
  if (!chart)
    refuse(
      stage.chart!.span,
      'value.invalid',
      `"${stage.chart!.text.slice(0, 60)}" is no kind of chart.`,
      nearestWord(stage.chart!.text, flowCharts) ?? 'Charts are bar, line, pie and table.',
    );
  const made: Visualization = { chart, ycolumns: [], warnings: [] };
  for (const annotation of stage.annotations) annotate(made, annotation, columns, context);
  return withDefaults(
    made,
    columns.filter((column) => !column.hidden),
  );
}

function annotate(
  made: Visualization,
  { name, value }: FlowVisualize['annotations'][0],
  columns: readonly FlowColumn[],
  context: FlowContext,
): void {
  const key = name.text;
  if (columnNames.includes(key)) {
    const named = columnsIn(value, columns, context);
    if (key === 'ycolumn') made.ycolumns = named;
    else if (named[0] !== undefined) made[key as 'xcolumn' | 'series'] = named[0];
    return;
  }
  const caption = captions.find((candidate) => candidate === key);
  if (caption) {
    made[caption] = textOf(value);
    return;
  }
  if (!Object.hasOwn(words, key)) {
    const meant = nearestWord(key, known);
    const message = withMeant(`"${key.slice(0, 60)}" is no annotation of "visualize".`, meant);
    warn(context, name.span, 'warn.unknown_annotation', message, meant);
    return;
  }
  const text = textOf(value);
  const allowed: readonly string[] = words[key as keyof typeof words];
  if (!allowed.includes(text))
    refuse(value.span, 'value.invalid', `"${key}" must be one of: ${allowed.join(', ')}.`);
  Object.assign(made, { [key]: text });
}

function textOf(value: FlowExpression): string {
  if (value.kind === 'literal' && value.type === 'string') return value.value;
  return refuse(value.span, 'type.mismatch', 'A constant text is needed here.');
}

/** A column, or an array of columns. */
function columnsIn(value: FlowExpression, columns: readonly FlowColumn[], context: FlowContext): string[] {
  const items = value.kind === 'array' ? value.elements : [value];
  return items.flatMap((item) => {
    const name = pathOf(item);
    if (name === undefined) refuse(item.span, 'type.mismatch', 'The name of a column is needed here.');
    if (columnNamed(columns, name)) return [name];
    const visible = columns.filter((column) => !column.hidden).map((column) => column.name);
    const meant = nearestWord(name, visible);
    const message = withMeant(`There is no column "${name.slice(0, 60)}" here.`, meant);
    warn(context, item.span, 'warn.unknown_column', message, meant);
    return [];
  });
}

function pathOf(value: FlowExpression): string | undefined {
  if (value.kind === 'variable') return value.name;
  if (value.kind !== 'member') return undefined;
  const base = pathOf(value.base);
  return base === undefined ? undefined : `${base}.${value.key.text}`;
}

function withDefaults(made: Visualization, columns: readonly FlowColumn[]): Visualization {
  const isNumber = ({ type }: FlowColumn) => isNumeric(type) || type.kind === 'timespan';
  const isFree = ({ name }: FlowColumn) =>
    name !== made.xcolumn && name !== made.series && !made.ycolumns.includes(name);
  const free = () => columns.filter(isFree);
  const xcolumn = (
    free().find(({ type }) => type.kind === 'timestamp') ??
    free().find((column) => !isNumber(column)) ??
    free()[0]
  )?.name;
  if (made.xcolumn === undefined && xcolumn !== undefined) made.xcolumn = xcolumn;
  const first = free().find(isNumber) ?? free().find(({ type }) => type.kind === 'json');
  if (made.ycolumns.length === 0 && first) made.ycolumns = [first.name];
  const series = free().find((column) => !isNumber(column))?.name;
  if (made.series === undefined && series !== undefined) made.series = series;
  if (columns.length < 2) made.warnings.push('A chart needs at least two columns.');
  if (made.ycolumns.length === 0) made.warnings.push('A chart needs a column of numbers.');
  return made;
}
