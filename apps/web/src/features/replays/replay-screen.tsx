import { linkOptions } from '@tanstack/react-router';
import { countOf, formatBytes, formatCount, formatShare } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button, ButtonLink } from '../../ui/inputs/button.tsx';
import { IconArrowLeft, IconPencil, IconPlayerStop } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { Page, PageHeader, Properties } from '../../ui/layout/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { AlertChart } from './alert-chart.tsx';
import { Figures } from './figures.tsx';
import { perEvent } from './per-event.ts';
import { useReplay, useReplayAlerts, useStopReplay } from './replay-queries.ts';
import { ReplayStateBadge } from './replay-state.tsx';
import { isRunning } from './replay-types.ts';
import type { Replay, ReplayAlert, ReplayDetails } from './replay-types.ts';
import styles from './replays.module.css';
import { WouldBeAlerts } from './would-be-alerts.tsx';

/** One replay: how far it is, what it counted, and the alerts it would have made. */
export function ReplayScreen({ ruleId, replayId }: { ruleId: string; replayId: string }) {
  const { data: replay } = useReplay(replayId);
  const stop = useStopReplay();
  const noModify = useMissingPermission('RuleModify');
  return (
    <Page title={`Replay of ${ruleId}`}>
      <PageHeader
        work
        icon={
          <ButtonLink
            to="/build/detections/rules/$ruleId/"
            params={{ ruleId }}
            search={{ section: 'replays' }}
            variant="quiet"
            size="sm"
            aria-label="Back to the rule"
            icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          />
        }
        title={`Replay of ${ruleId}`}
        badges={replay && <ReplayStateBadge replay={replay} />}
        subtitle={<span className={styles.mono}>{replayId}</span>}
        actions={
          <span className={styles.headActions}>
            <ButtonLink
              to="/build/detections/rules/$ruleId/edit/"
              params={{ ruleId }}
              icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
            >
              Open the rule
            </ButtonLink>
            {replay && isRunning(replay) && (
              <Button
                icon={<IconPlayerStop size={16} stroke={1.5} aria-hidden />}
                disabledReason={noModify}
                loading={stop.isPending}
                onClick={() =>
                  stop.mutate(replayId, {
                    onError: (error) =>
                      toast.error({ title: 'The replay was not stopped', message: failureText(error) }),
                  })
                }
              >
                Stop replay
              </Button>
            )}
          </span>
        }
      />
      {replay ? (
        <Loaded ruleId={ruleId} replay={replay} />
      ) : (
        <div className={styles.preview}>
          <SkeletonLines lines={10} label="Loading the replay" />
        </div>
      )}
    </Page>
  );
}

function Loaded({ ruleId, replay }: { ruleId: string; replay: ReplayDetails }) {
  const isEnded = !isRunning(replay);
  const pages = useReplayAlerts(replay.id, isEnded);
  const alerts = pages.data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node));
  const pageOf = (alert: Pick<ReplayAlert, 'id'>) =>
    linkOptions({
      to: '/build/detections/rules/$ruleId/replay/$replayId/alert/$alertId/',
      params: { ruleId, replayId: replay.id, alertId: alert.id },
    });
  const shown = isEnded ? alerts : [];
  return (
    <div className={styles.replay}>
      <Scope replay={replay} />
      <div className={styles.replayMain}>
        {!isEnded && <Stages replay={replay} />}
        {replay.error !== null && (
          <div className={styles.padded}>
            <Note tone="danger" title="The replay failed">
              {replay.error}
            </Note>
          </div>
        )}
        <Figures label="Result of the replay" figures={figuresOf(replay)} />
        {isEnded && alerts && (alerts.length > 0 || replay.summary.totalEvents > 0) && (
          <div className={styles.chartBox}>
            <div className={styles.chartHead}>Alerts over the window</div>
            <AlertChart
              startsAt={new Date(replay.startsAt)}
              endsAt={new Date(replay.endsAt)}
              slices={replay.histogram}
              alerts={alerts}
            />
          </div>
        )}
        {replay.summary.errors.length > 0 && (
          <section className={styles.errors} aria-label="Rule errors">
            <h3 className={styles.heading}>
              {`First ${replay.summary.errors.length} of ${countOf(replay.summary.ruleErrorCount, 'error')}`}
            </h3>
            {replay.summary.errors.map((error, index) => (
              <pre key={index} className={styles.traceback}>
                {error}
              </pre>
            ))}
          </section>
        )}
        <WouldBeAlerts
          alerts={pages.isError ? [] : shown}
          showsReceivers
          rowLink={pageOf}
          isLoadingMore={pages.isFetchingNextPage}
          onEndReached={() => {
            if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
          }}
          note={
            replay.summary.totalAlerts > 1000
              ? `the first 1,000 of ${formatCount(replay.summary.totalAlerts)}`
              : undefined
          }
          empty={
            pages.isError ? (
              <FailedState
                title="The alerts could not be loaded"
                message={failureText(pages.error)}
                onRetry={() => void pages.refetch()}
              />
            ) : (
              <p className={styles.emptyText}>{emptyText(replay)}</p>
            )
          }
        />
      </div>
    </div>
  );
}

function emptyText(replay: Replay): string {
  if (isRunning(replay)) return 'Alerts are listed when the replay has ended.';
  if (replay.state === 'CANCELED') return 'The replay was stopped before its alerts were known.';
  if (replay.state !== 'DONE') return 'The replay failed before its alerts were known.';
  return replay.summary.totalEvents === 0
    ? 'There are no events of these log types in the window.'
    : 'The rule would have made no alert.';
}

/** The two steps of a running replay. */
function Stages({ replay: { state, summary } }: { replay: Replay }) {
  const stages = [
    {
      name: 'Evaluation',
      share: summary.evaluationProgress,
      note: `${formatCount(summary.eventsProcessedCount)} of ${countOf(summary.totalEvents, 'event')}`,
      isOn: state === 'EVALUATION_IN_PROGRESS',
    },
    {
      name: 'Computation',
      share: summary.computationProgress,
      note: 'alerts from matches, in event order',
      isOn: state === 'COMPUTATION_IN_PROGRESS',
    },
  ];
  return (
    <div className={styles.stages} role="status">
      {stages.map(({ name, share, note, isOn }) => (
        <div key={name} className={styles.stage}>
          <span className={styles.narrowLine}>
            <b className={styles.heading}>{name}</b>
            {note}
            <span className={styles.pushedNote}>{formatShare(Math.round(share * 100), 100)}</span>
          </span>
          <div
            role="progressbar"
            aria-label={name}
            aria-busy={isOn}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(share * 100)}
            className={styles.track}
          >
            <i style={{ width: `${share * 100}%` }} />
          </div>
        </div>
      ))}
    </div>
  );
}

function Scope({ replay }: { replay: Replay }) {
  return (
    <aside className={styles.scope} aria-label="Scope">
      <h2 className={styles.heading}>Scope</h2>
      <Properties
        items={[
          { label: 'Log types', value: replay.logTypes.join(', ') },
          {
            label: 'Time window',
            value: (
              <>
                <Time at={replay.startsAt} format="absolute" />
                <br />
                <Time at={replay.endsAt} format="absolute" />
              </>
            ),
          },
          {
            label: 'Size limit',
            value: replay.maxSizeInGB === null ? 'None' : `newest ${replay.maxSizeInGB} GB`,
          },
          { label: 'Size estimate', value: formatBytes(replay.summary.logDataSizeEstimate) },
          { label: 'Events', value: formatCount(replay.summary.totalEvents) },
          { label: 'Started', value: <Time at={replay.createdAt} /> },
          { label: 'Started by', value: replay.createdBy.name },
          { label: 'Ended', value: <Time at={replay.completedAt} /> },
          { label: 'Rule version', value: <code className={styles.mono}>{replay.detectionVersionId}</code> },
        ]}
      />
      <h2 className={styles.heading}>Applied</h2>
      <ul className={styles.applied}>
        <li>Dedup period and threshold, in event order</li>
        <li>Nothing is delivered or listed as a real alert</li>
        <li>Cache writes stay in this replay</li>
      </ul>
    </aside>
  );
}

function figuresOf({ summary }: Replay) {
  const processingMs = summary.processingTimeNanos / 1e6;
  return [
    { label: 'Total alerts', value: formatCount(summary.totalAlerts) },
    { label: 'Rule matches', value: formatCount(summary.ruleMatchCount) },
    {
      label: 'Rule errors',
      value: formatCount(summary.ruleErrorCount),
      tone: summary.ruleErrorCount > 0 ? ('danger' as const) : undefined,
    },
    {
      label: 'Events processed',
      value: formatCount(summary.eventsProcessedCount),
      note: `of ${formatCount(summary.totalEvents)}`,
    },
    {
      label: 'Events matched',
      value: formatCount(summary.eventsMatchedCount),
      note: formatShare(summary.eventsMatchedCount, summary.eventsProcessedCount),
    },
    {
      label: 'Read time',
      value: formatDuration(summary.readTimeNanos / 1e6),
      note: formatBytes(summary.logDataSizeEstimate),
    },
    {
      label: 'Processing time',
      value: formatDuration(processingMs),
      note: perEvent(processingMs, summary.eventsProcessedCount),
    },
  ];
}
