import { useEffect, useRef, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatAbsolute, formatDuration } from '../../../lib/format-time.ts';
import { localText } from '../../../lib/storage.ts';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { narrowBelowPx } from '../../../ui/table/data-table.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import {
  IconArrowLeft,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize,
  IconDots,
  IconEye,
} from '../../../ui/icons.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Skeleton } from '../../../ui/layout/states.tsx';
import shared from '../search.module.css';
import styles from './timeline.module.css';
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
  /** They are of the search before, while the new one is counted. */
  isOld?: boolean;
  elapsedMs: number | undefined;
  isAllTime: boolean;
  colors: ReadonlyMap<string, string>;
  histogram: ReturnType<typeof useHistogram>;
  /** Undefined where the search is SQL, whose text says the time. */
  onZoom: ((from: Date, to: Date) => void) | undefined;
  /** Back to the search before the zoom; undefined where there was none. */
  onBack?: (() => void) | undefined;
  /** On phones: the time frame in few words, and a small chart. */
  shortTitle: string | undefined;
}

/** Events over time, stacked by log type. Drag over a part, or tap a bar, to look at that time; Esc goes back. */
export function Timeline(props: TimelineProps) {
  const { data, elapsedMs, isAllTime, colors, histogram, onZoom, onBack, shortTitle } = props;
  const zone = useTimeZone();
  const isNarrow = shortTitle !== undefined;
  const section = useRef<HTMLElement>(null);
  /** What was zoomed by keyboard. Its bars go with the search before, and the focus goes on to the new ones. */
  const zoomed = useRef<TimelineData>(undefined);
  useEffect(() => {
    if (!data || !zoomed.current || zoomed.current === data) return;
    zoomed.current = undefined;
    if (document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>('[role=group]')?.focus();
  }, [data]);
  function zoomByKeyboard(from: Date, to: Date) {
    zoomed.current = data;
    onZoom?.(from, to);
  }
  const height = isNarrow ? 64 : heightsPx[histogram.size];
  const series =
    data?.series.map((entry) => ({ ...entry, color: colors.get(entry.name) ?? 'c-other' })) ?? [];
  return (
    <section ref={section} className={styles.timeline} aria-label="Timeline">
      <header className={styles.timelineHead}>
        <h2 className={styles.timelineTitle}>{shortTitle ?? titleOf(data, isAllTime, zone)}</h2>
        {elapsedMs !== undefined && !(isNarrow && onBack) && (
          <span className={shared.quiet}>Query Time {formatDuration(elapsedMs)}</span>
        )}
        <span className={shared.push} />
        {onBack && <TimeBeforeButton onBack={onBack} />}
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
        <div className={cx(styles.timelineBody, props.isOld && styles.old)}>
          {data ? (
            <TimeChart
              label="Events per Log Type"
              kind="bars"
              times={data.times}
              series={series}
              height={height}
              legend
              formatSum={formatCount}
              compact={isNarrow}
              {...(onZoom ? { onBrush: onZoom, onZoom: zoomByKeyboard } : {})}
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

/** Shows the search with the time before a zoom. */
export function TimeBeforeButton({ onBack }: { onBack: () => void }) {
  const isNarrow = useWindowWidth() < narrowBelowPx;
  return (
    <Button
      size="xs"
      icon={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
      tooltip="The search with the time before"
      {...(isNarrow ? {} : { keys: 'Escape' })}
      onClick={onBack}
    >
      Time before
    </Button>
  );
}

function titleOf(data: TimelineData | undefined, isAllTime: boolean, zone: 'Local' | 'UTC'): string {
  if (isAllTime) return 'All time';
  if (!data?.from || !data.to) return 'Events per Log Type';
  return `${formatAbsolute(data.from, zone)} – ${formatAbsolute(data.to, zone)}`;
}
