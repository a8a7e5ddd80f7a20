import { useState } from 'react';
import { formatAbsolute, formatDuration, formatPickerTime } from '../../lib/format-time.ts';
import { localText } from '../../lib/storage.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize, IconDots, IconEye } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './search.module.css';
import type { TimelineData } from './timeline-data.ts';

type Size = 'small' | 'large';
const heightsPx: Record<Size, number> = { small: 92, large: 240 };

/** Size of the histogram and whether it shows, kept in this browser. */
export function useHistogram() {
  const sizeStore = localText('margay.search.histogramSize');
  const shownStore = localText('margay.search.showHistogram');
  const [size, setSize] = useState<Size>(sizeStore.read() === 'large' ? 'large' : 'small');
  const [isShown, setShown] = useState(shownStore.read() !== 'false');
  return {
    size,
    isShown,
    turnSize() {
      const next = size === 'small' ? 'large' : 'small';
      sizeStore.write(next);
      setSize(next);
    },
    setShown(shown: boolean) {
      shownStore.write(String(shown));
      setShown(shown);
    },
  };
}

export interface TimelineProps {
  /** Undefined while it is being counted. */
  data: TimelineData | undefined;
  elapsedMs: number | undefined;
  isAllTime: boolean;
  colors: ReadonlyMap<string, string>;
  histogram: ReturnType<typeof useHistogram>;
  onZoom: (from: Date, to: Date) => void;
  /** On phones: the time frame in few words, and a small chart. */
  shortTitle: string | undefined;
  /** Off where the text of the search says the time. */
  canZoom: boolean;
}

/** Events over time, stacked by log type. Drag over a part, then Zoom. */
export function Timeline(props: TimelineProps) {
  const { data, elapsedMs, isAllTime, colors, histogram, onZoom, shortTitle, canZoom } = props;
  const zone = useTimeZone();
  const [brushed, setBrushed] = useState<{ from: Date; to: Date; of: TimelineData | undefined }>();
  const brush = brushed?.of === data ? brushed : undefined;
  const isNarrow = shortTitle !== undefined;
  const height = isNarrow ? 64 : heightsPx[histogram.size];
  const series =
    data?.series.map((entry) => ({ ...entry, color: colors.get(entry.name) ?? 'c-other' })) ?? [];
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <header className={styles.timelineHead}>
        <h2 className={styles.timelineTitle}>{shortTitle ?? titleOf(data, isAllTime, zone)}</h2>
        {elapsedMs !== undefined && (
          <span className={styles.quiet}>Query Time {formatDuration(elapsedMs)}</span>
        )}
        <span className={styles.push} />
        {brush && (
          <>
            <span className={styles.quiet}>
              Brushed {formatPickerTime(brush.from, zone)} – {formatPickerTime(brush.to, zone)}
            </span>
            <Button size="xs" onClick={() => onZoom(brush.from, brush.to)}>
              Zoom
            </Button>
            <Button size="xs" variant="quiet" onClick={() => setBrushed(undefined)}>
              Clear
            </Button>
          </>
        )}
        {histogram.isShown && !isNarrow && (
          <IconButton
            size="xs"
            label={histogram.size === 'small' ? 'Expand histogram' : 'Collapse histogram'}
            aria-pressed={histogram.size === 'large'}
            onClick={histogram.turnSize}
          >
            {histogram.size === 'small' ? (
              <IconArrowsDiagonal size={14} stroke={1.5} aria-hidden />
            ) : (
              <IconArrowsDiagonalMinimize size={14} stroke={1.5} aria-hidden />
            )}
          </IconButton>
        )}
        <Menu
          label="Histogram"
          position="bottom-end"
          entries={[
            {
              label: histogram.isShown ? 'Hide histogram' : 'Show histogram',
              icon: <IconEye size={16} stroke={1.5} aria-hidden />,
              onSelect: () => histogram.setShown(!histogram.isShown),
            },
          ]}
        >
          <IconButton size="xs" label="Histogram menu">
            <IconDots size={14} stroke={1.5} aria-hidden />
          </IconButton>
        </Menu>
      </header>
      {histogram.isShown && (
        <div className={styles.timelineBody}>
          {data ? (
            <TimeChart
              label="Events per Log Type"
              kind="bars"
              times={data.times}
              series={series}
              height={height}
              legend
              compact={isNarrow}
              {...(canZoom ? { onBrush: (from, to) => setBrushed({ from, to, of: data }) } : {})}
            />
          ) : (
            <div className={styles.timelineSkeleton}>
              <Skeleton width={220} height={16} />
              <Skeleton height={height} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function titleOf(data: TimelineData | undefined, isAllTime: boolean, zone: 'Local' | 'UTC'): string {
  if (isAllTime) return 'All time';
  if (!data?.from || !data.to) return 'Events per Log Type';
  return `${formatAbsolute(data.from, zone)} – ${formatAbsolute(data.to, zone)}`;
}
