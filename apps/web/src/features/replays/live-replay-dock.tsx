import { useState } from 'react';
import { countOf, formatBytes, formatCount, formatShare } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { IconChevronRight, IconHistory, IconPlayerStop, IconRefresh } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { AlertChart } from './alert-chart.tsx';
import { comparedAlerts } from './alert-changes.tsx';
import { AlertPreview } from './alert-preview.tsx';
import { Figures } from './figures.tsx';
import type { Figure } from './figures.tsx';
import { perEvent } from './per-event.ts';
import type { ComparedAlert, LiveReplay, LiveReplayResult, ReplayCounts } from './replay-types.ts';
import styles from './replays.module.css';
import { useLiveReplay } from './use-live-replay.ts';
import type { LiveSource, ShownResult } from './use-live-replay.ts';
import { WouldBeAlerts } from './would-be-alerts.tsx';

const windows = { 1: '1 day', 7: '7 days', 14: '14 days', 30: '30 days' } as const;
type Days = keyof typeof windows;
const dayChoices: readonly Days[] = [1, 7, 14, 30];

/** The text of the editor over the last days, below its panes: what it would have alerted on, and what changed. */
export function LiveReplayDock(source: LiveSource) {
  const [isOpen, setOpen] = useState(false);
  const [days, setDays] = useState<Days>(7);
  const noModify = useMissingPermission('RuleModify');
  const blockedReason =
    noModify ??
    source.blockedReason ??
    (source.rule.logTypes.length === 0
      ? 'Choose log types first: they say which events to read.'
      : undefined);
  const replay = useLiveReplay({ ...source, blockedReason }, days, isOpen);
  const { run, shown, isCurrent } = replay;
  const isRunning = run?.status === 'running';
  return (
    <section className={styles.dock} aria-label="Live replay">
      <header className={styles.dockHead}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={14} stroke={1.5} aria-hidden className={styles.turn} />
          <IconHistory size={16} stroke={1.5} aria-hidden />
          Live replay
        </button>
        {!isOpen && <span className={styles.quiet}>this text over past events, as you type</span>}
        {isOpen && (
          <>
            <SegmentedControl
              label="Window of the replay"
              size="sm"
              value={String(days)}
              onChange={(value) => setDays(dayChoices.find((choice) => String(choice) === value) ?? 7)}
              options={dayChoices.map((choice) => ({ value: String(choice), label: windows[choice] }))}
            />
            <span className={styles.dockState} role="status">
              {stateText(replay, blockedReason)}
            </span>
            {isRunning ? (
              <Button
                size="sm"
                icon={<IconPlayerStop size={14} stroke={1.5} aria-hidden />}
                onClick={replay.cancel}
              >
                Cancel
              </Button>
            ) : (
              <Button
                size="sm"
                icon={<IconRefresh size={14} stroke={1.5} aria-hidden />}
                disabledReason={blockedReason}
                disabled={run === undefined}
                onClick={replay.again}
              >
                Run again
              </Button>
            )}
          </>
        )}
      </header>
      {isOpen && (
        <div className={styles.dockBody}>
          {isRunning && <LiveProgress live={run.live} isNew={source.savedVersionId === undefined} />}
          {run?.status === 'failed' && (
            <div className={styles.padded}>
              <Note tone="danger" title="The replay failed">
                {run.failure}
              </Note>
            </div>
          )}
          {blockedReason !== undefined && (
            <div className={styles.padded}>
              <Note tone="warning" title="Not replayed now">
                {blockedReason}
              </Note>
            </div>
          )}
          {shown ? (
            <LiveResult shown={shown} isCurrent={isCurrent && !isRunning} />
          ) : (
            !isRunning &&
            blockedReason === undefined &&
            run?.status !== 'failed' && (
              <p className={styles.emptyText}>
                {run?.status === 'cancelled'
                  ? 'The replay was cancelled. The next change of the text, or Run again, starts a new one.'
                  : 'The replay starts when the text rests for a moment.'}
              </p>
            )
          )}
        </div>
      )}
    </section>
  );
}

function stateText(
  { run, shown, isCurrent, isWaiting }: ReturnType<typeof useLiveReplay>,
  blockedReason: string | undefined,
): string {
  if (blockedReason !== undefined) return shown ? 'Results of an older text' : '';
  if (run?.status === 'running') return shown ? 'Running; below are older results' : 'Running';
  if (isWaiting) return 'Waits until typing pauses';
  if (run?.status === 'cancelled') return 'Cancelled';
  if (run?.status === 'failed') return 'Failed';
  return isCurrent ? 'Of this text' : '';
}

/** How far it is, with numbers. */
function LiveProgress({ live, isNew }: { live: LiveReplay | undefined; isNew: boolean }) {
  const counts = live?.progress;
  if (!counts) return <p className={styles.progressText}>Waiting for a free worker</p>;
  const share = counts.totalEvents === 0 ? 0 : counts.eventsProcessed / counts.totalEvents;
  const total = isNew ? share : (share + (live.phase === 'SAVED' ? 1 : 0)) / 2;
  const what = live.phase === 'SAVED' ? 'Saved version' : 'This text';
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label="Progress of the replay"
        aria-valuenow={Math.round(total * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
      >
        <i style={{ width: `${total * 100}%` }} />
      </div>
      <span className={styles.progressText}>
        {`${what}: ${formatCount(counts.eventsProcessed)} of ${countOf(counts.totalEvents, 'event')}, ` +
          `${formatCount(counts.eventsRead)} read, ${countOf(counts.matches, 'match', 'matches')}, ` +
          `${countOf(counts.errors, 'error')}, ${countOf(counts.alerts, 'alert')}`}
      </span>
    </div>
  );
}

function LiveResult({ shown, isCurrent }: { shown: ShownResult; isCurrent: boolean }) {
  const { result, startsAt, endsAt } = shown;
  const { changed, comparison } = result;
  const [opened, setOpened] = useState<ComparedAlert>();
  const alerts = comparedAlerts(result);
  return (
    <>
      {!isCurrent && (
        <div className={styles.stale} role="note">
          <Badge tone="warning">Out of date</Badge>
          These results are of an older text, window or saved version.
        </div>
      )}
      <div className={styles.result} data-stale={!isCurrent || undefined}>
        <div className={styles.resultSide}>
          <Figures label="Result of the replay" figures={figuresOf(result)} />
          <div className={styles.chartBox}>
            <div className={styles.chartHead}>
              <span>Alerts over the window</span>
              <span className={styles.quiet}>grey: events that may match</span>
            </div>
            <AlertChart startsAt={startsAt} endsAt={endsAt} slices={changed.histogram} alerts={alerts} />
          </div>
          {result.note !== null && <p className={styles.noteText}>{result.note}</p>}
          {changed.isLimited && (
            <p className={styles.noteText}>
              In some hour more alerts would have been made than are allowed; the rest are not listed.
            </p>
          )}
          {changed.errors.length > 0 && <RuleErrors errors={changed.errors} count={changed.counts.errors} />}
        </div>
        <WouldBeAlerts
          alerts={alerts}
          counts={
            comparison
              ? { new: comparison.newCount, same: comparison.sameCount, gone: comparison.goneCount }
              : undefined
          }
          empty={
            <p className={styles.emptyText}>
              {changed.counts.totalEvents === 0
                ? 'There are no events of these log types in the window.'
                : 'None of these events would raise an alert.'}
            </p>
          }
          onOpen={setOpened}
        />
      </div>
      <SideSheet
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened?.title ?? ''}
        subtitle="It was never delivered and is not among the real alerts"
      >
        {opened && <AlertPreview alert={opened} />}
      </SideSheet>
    </>
  );
}

function RuleErrors({ errors, count }: { errors: LiveReplayResult['changed']['errors']; count: number }) {
  return (
    <section className={styles.errors} aria-label="Rule errors">
      <h3 className={styles.heading}>
        {errors.length < count ? `First ${errors.length} of ${formatCount(count)} errors` : 'Errors'}
      </h3>
      <ul>
        {errors.map((entry, index) => (
          <li key={index}>
            <details>
              <summary className={styles.mono}>{entry.error}</summary>
              <pre className={styles.traceback}>{entry.traceback}</pre>
              {entry.event && (
                <span className={styles.quiet}>{`${entry.event.logType} ${entry.event.rowId}`}</span>
              )}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function figuresOf({ changed, saved }: LiveReplayResult): Figure[] {
  const { counts } = changed;
  const against = (of: keyof ReplayCounts) =>
    saved ? { note: `saved version: ${formatCount(saved.counts[of])}` } : {};
  return [
    { label: 'Alerts', value: formatCount(counts.alerts), ...against('alerts') },
    { label: 'Matches', value: formatCount(counts.matches), ...against('matches') },
    {
      label: 'Errors',
      value: formatCount(counts.errors),
      tone: counts.errors > 0 ? 'danger' : undefined,
      ...against('errors'),
    },
    {
      label: 'Events read',
      value: formatCount(counts.eventsRead),
      note: `${formatShare(counts.eventsRead, counts.totalEvents)} of the ${countOf(counts.totalEvents, 'event')} in this time`,
    },
    { label: 'Read time', value: formatDuration(counts.readMs), note: formatBytes(counts.bytesRead) },
    {
      label: 'Processing time',
      value: formatDuration(counts.processingMs),
      note: perEvent(counts.processingMs, counts.eventsRead),
    },
  ];
}
