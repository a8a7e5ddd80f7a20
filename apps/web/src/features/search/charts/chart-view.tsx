import { useState } from 'react';
import { formatAbsolute, parseTime } from '../../../lib/format-time.ts';
import type { TimeZoneSetting } from '../../../lib/format-time.ts';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { CategoryChart } from '../../../ui/chart/category-chart.tsx';
import { BigFigures } from '../../../ui/chart/figures.tsx';
import { Legend, turned } from '../../../ui/chart/legend.tsx';
import { PieChart } from '../../../ui/chart/pie-chart.tsx';
import { seriesToken, totalOf } from '../../../ui/chart/series.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { tickLabels } from '../../../ui/chart/ticks.ts';
import { useSize } from '../../../ui/chart/use-size.ts';
import type { ChartColumn, ChartSettings } from './chart.ts';
import type { ChartData } from './chart-data.ts';
import { numberText } from './number-text.ts';
import { timeWord } from './use-chart-source.ts';
import styles from './charts.module.css';

/** Px, until the room is known. */
const usualHeight = 360;
const captionPx = 16;

/** `16:00`, and the date where a day begins; undefined when a value is no time. */
function axisTimes(words: readonly string[], zone: TimeZoneSetting): string[] | undefined {
  const seconds = words.flatMap((word) => {
    const at = parseTime(word)?.getTime();
    return at === undefined ? [] : [at / 1000];
  });
  if (seconds.length < words.length) return undefined;
  return tickLabels(0, 0, 0, zone, seconds).map((tick) => tick.text);
}

/** A chart as it is drawn, with its title and legend. The table of the same data is beside it. */
export function ChartView(props: {
  data: ChartData;
  settings: ChartSettings;
  columns: readonly ChartColumn[];
}) {
  const { data, settings, columns } = props;
  const { type, isStacked, isLogarithmic, hasLegend, title, xTitle, yTitle } = settings;
  const zone = useTimeZone();
  const { ref, height } = useSize<HTMLDivElement>({ width: 900, height: usualHeight });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const label = title || `${settings.y.join(', ')} by ${settings.x ?? 'row'}`;
  const shown = data.series.filter((entry) => !hidden.has(entry.name));
  const isTime = columns.find((column) => column.name === settings.x)?.kind === 'time';
  const words = isTime
    ? data.categories.map((word) => timeWord(word, (at) => formatAbsolute(at, zone)))
    : data.categories;
  if (type === 'number') {
    const figures = data.series.map((entry) => ({
      name: entry.name,
      value: numberText(totalOf(entry.values)),
    }));
    return <BigFigures label={label} figures={figures} />;
  }
  if (type === 'pie') {
    const slices =
      data.series.length > 1
        ? data.series.map((entry) => ({ ...entry, value: totalOf(entry.values) }))
        : words.map((name, rank) => ({
            name,
            value: data.series[0]?.values[rank] ?? 0,
            color: settings.colors[rank] || seriesToken(rank),
          }));
    const isCut = data.groups.all > data.groups.shown;
    return (
      <PieChart label={label} slices={slices} format={numberText} {...(isCut ? { sumWord: 'shown' } : {})} />
    );
  }
  const isUplot = data.times !== undefined && data.times.length > 1 && (type === 'line' || type === 'area');
  const canStack = isStacked && !isLogarithmic;
  return (
    <>
      {hasLegend && (data.series.length > 1 || title === '') && (
        <Legend
          series={data.series}
          hidden={hidden}
          format={numberText}
          onTurn={(name) => setHidden(turned(hidden, name))}
        />
      )}
      <div ref={ref} className={styles.drawing}>
        {isUplot && data.times ? (
          <>
            {yTitle && <div className={styles.caption}>{yTitle}</div>}
            <TimeChart
              label={label}
              kind={type === 'area' && canStack ? 'areas' : 'lines'}
              times={data.times}
              series={shown}
              height={height - (yTitle ? captionPx : 0) - (xTitle ? captionPx : 0)}
              legend={false}
              isLogarithmic={isLogarithmic}
              format={numberText}
            />
            {xTitle && <div className={styles.xCaption}>{xTitle}</div>}
          </>
        ) : (
          <CategoryChart
            label={label}
            kind={type === 'line' || type === 'area' ? type : 'bar'}
            categories={words}
            axisWords={isTime ? axisTimes(data.categories, zone) : undefined}
            series={shown}
            isStacked={isStacked}
            isLogarithmic={isLogarithmic}
            height={height}
            xTitle={xTitle || undefined}
            yTitle={yTitle || undefined}
            format={numberText}
          />
        )}
      </div>
    </>
  );
}
