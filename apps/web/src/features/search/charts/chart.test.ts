import { describe, expect, it } from 'vitest';
import { chartColumns, describedChart, usualChart } from './chart.ts';
import type { ChartSettings } from './chart.ts';
import { chartDataOf, maxPoints } from './chart-data.ts';
import { readChart, writeChart } from './kept-chart.ts';

const types = { hour: 'timestamp', who: 'string', n: 'bigint', mean: 'float' };
const order = Object.keys(types);
const columns = chartColumns(order, types, []);
const usual = usualChart(columns, 10)!;
const over = (part: Partial<ChartSettings>): ChartSettings => ({ ...usual, ...part });

describe('the chart of a result', () => {
  it('is a line over the first time, grouped by the next text', () => {
    expect(usual).toMatchObject({ type: 'line', x: 'hour', series: 'who', y: ['n'], limit: 5 });
  });

  it('is bars over the first column that is no number, figures for one row of numbers, nothing without', () => {
    const bars = usualChart(chartColumns(['n', 'who'], types, []), 3);
    expect(bars).toMatchObject({ type: 'bar', x: 'who', series: undefined, y: ['n'] });
    expect(usualChart(chartColumns(['n', 'mean'], types, []), 1)).toMatchObject({
      type: 'number',
      y: ['n', 'mean'],
    });
    expect(usualChart(chartColumns(['who'], types, []), 3)).toBeUndefined();
  });

  it('takes columns of free form for numbers when their values are', () => {
    const free = (value: unknown) => chartColumns(['v'], { v: 'json' }, [{ v: value }, { v: null }])[0]?.kind;
    expect([free(3), free('3'), free(null)]).toEqual(['number', 'text', 'text']);
  });

  it('follows what the query says, without columns the result does not have', () => {
    const said = {
      chart: 'area' as const,
      xcolumn: 'who',
      ycolumns: ['mean', 'gone'],
      series: 'gone',
      kind: 'unstacked',
      yaxis: 'log',
      title: 'Means',
    };
    expect(describedChart(usual, said, columns)).toMatchObject({
      type: 'area',
      x: 'who',
      series: undefined,
      y: ['mean'],
      isStacked: false,
      isLogarithmic: true,
      title: 'Means',
    });
  });

  it('comes back as it was kept', () => {
    const chosen = over({
      type: 'bar',
      series: 'who',
      y: ['n', 'mean'],
      limit: 25,
      sort: 'value descending',
      isStacked: false,
      isLogarithmic: true,
      colors: ['', '#3f9576'],
      title: 'All',
      xTitle: 'time',
      yTitle: 'count',
    });
    expect(readChart(usual, writeChart(chosen), columns)).toEqual(chosen);
    const byX = over({ series: undefined, sort: 'x descending' });
    expect(readChart(usual, writeChart(byX), columns)).toEqual(byX);
    expect(readChart(usual, writeChart(over({ x: 'gone', series: undefined, y: ['gone'] })), columns)).toBe(
      usual,
    );
  });
});

describe('what a chart draws', () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    hour: `2026-11-20 ${String(index % 4).padStart(2, '0')}:00:00.000000000`,
    who: `user${index % 8}`,
    n: String(index % 8),
    mean: null,
  }));

  it('[001-2.63] are the 5 or 25 largest groups, in the order of their size', () => {
    const data = chartDataOf(rows, usual, columns);
    expect(data.series.map((series) => series.name)).toEqual(['user7', 'user6', 'user5', 'user4', 'user3']);
    expect(data.groups).toEqual({ shown: 5, all: 8 });
    expect(chartDataOf(rows, over({ limit: 25 }), columns).groups).toEqual({ shown: 8, all: 8 });
    expect(data.times?.map((time) => time.toISOString().slice(11, 13))).toEqual(['00', '01', '02', '03']);
    expect(data.series[0]?.values).toEqual([null, null, null, 35]);
  });

  it('are the largest categories where there are no groups and no course of time', () => {
    const byUser = over({ type: 'bar', x: 'who', series: undefined });
    const data = chartDataOf(rows, byUser, columns);
    expect(data.categories).toEqual(['user3', 'user4', 'user5', 'user6', 'user7']);
    expect(data.groups).toEqual({ shown: 5, all: 8 });
    const sorted = chartDataOf(rows, { ...byUser, sort: 'value descending' }, columns);
    expect(sorted.categories).toEqual(['user7', 'user6', 'user5', 'user4', 'user3']);
    expect(sorted.series[0]?.values).toEqual([35, 30, 25, 20, 15]);
    const table = chartDataOf(rows, { ...byUser, type: 'table' }, columns);
    expect(table.categories).toHaveLength(8);
  });

  it('are at most 999 points, and it says how many there are', () => {
    const many = Array.from({ length: 1200 }, (_, index) => ({ who: `u${index}`, n: 1, mean: 2 }));
    const one = chartDataOf(many, over({ x: 'who', series: undefined, type: 'table' }), columns);
    expect(one.points).toEqual({ shown: maxPoints, all: 1200 });
    expect(one.categories).toHaveLength(999);
    const two = chartDataOf(
      many,
      over({ x: 'who', series: undefined, y: ['n', 'mean'], type: 'table' }),
      columns,
    );
    expect(two.points.shown).toBeLessThanOrEqual(999);
    expect(two.series.map((series) => series.name)).toEqual(['n', 'mean']);
  });

  it('are the figures of the first row', () => {
    const data = chartDataOf(rows.slice(3), over({ type: 'number', y: ['n'] }), columns);
    expect(data.series).toMatchObject([{ name: 'n', values: [3] }]);
  });

  it('keep the colour a group has on this screen, unless another was chosen', () => {
    const colors = new Map([['user7', 'c3']]);
    const colorOf = (chosen: string[]) =>
      chartDataOf(rows, over({ colors: chosen }), columns, colors).series[0]?.color;
    expect(colorOf([])).toBe('c3');
    expect(colorOf(['#112233'])).toBe('#112233');
  });
});
