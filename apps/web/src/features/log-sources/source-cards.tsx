import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes, formatCount, formatShare, formatShortCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { Badge, CountChip } from '../../ui/marks/badge.tsx';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { EventBalance, missingFrom, stateOf, sumOf } from '../../ui/chart/event-balance.tsx';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { Card } from '../../ui/layout/page.tsx';
import { FailedState, Skeleton } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { lastMinutes, totalOf, volumeByLogType } from './activity.ts';
import styles from './log-sources.module.css';
import type { HealthCheck, SourceActivity, SourceDetails } from './queries.ts';
import { ProcessAgain } from './process-again.tsx';
import { failuresPath } from './search-links.ts';
import { checkTitle } from './source-health.ts';

/** What the cards need of the query for balance and volumes. */
export interface ActivityQuery {
  data: SourceActivity | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

function Loading({ activity, height, what }: { activity: ActivityQuery; height: number; what: string }) {
  if (!activity.isError) return <Skeleton height={height} />;
  return (
    <FailedState
      title={`The ${what} could not be loaded`}
      message={failureText(activity.error)}
      onRetry={() => void activity.refetch()}
    />
  );
}

/** Received against stored, duplicate, failed and in flight, minute by minute. */
export function BalanceCard({ source, activity }: { source: SourceDetails; activity: ActivityQuery }) {
  const navigate = useNavigate();
  const minutes = activity.data && lastMinutes(activity.data.balance, activity.data.at);
  const total = minutes && sumOf(minutes);
  const missing = total ? missingFrom(total) : 0;
  const state = total && stateOf(total);
  return (
    <Card
      title="Event balance"
      badges={
        state &&
        state !== 'empty' &&
        (missing === 0 ? (
          <Badge tone="success">Balanced</Badge>
        ) : (
          <Badge tone="danger">{`${formatCount(missing)} not accounted for`}</Badge>
        ))
      }
      note="last 60 minutes"
    >
      {minutes && total ? (
        <EventBalance
          minutes={minutes}
          notes={{
            received: `${formatShortCount(Math.round((total.received / 3600) * 10) / 10)} per second`,
            stored: total.received > 0 ? formatShare(total.stored, total.received) : undefined,
            duplicate: total.duplicate > 0 ? 'sent again, stored once' : undefined,
            failed: total.failed > 0 && (
              <button
                type="button"
                className={styles.typeName}
                onClick={() => void navigate({ href: failuresPath(source.integrationId) })}
              >
                {`${formatCount(total.failed)} kept, view`}
              </button>
            ),
          }}
        />
      ) : (
        <Loading activity={activity} height={128} what="event balance" />
      )}
    </Card>
  );
}

const chartHeight = 220;

/** Events or bytes of the last day, stacked by log type. */
export function VolumeCard({ source, activity }: { source: SourceDetails; activity: ActivityQuery }) {
  const [measure, setMeasure] = useState<'events' | 'bytes'>('events');
  const volume =
    activity.data && volumeByLogType(activity.data.volumes, source.logTypes, measure, activity.data.at);
  return (
    <Card
      title="Volume"
      note="last 24 hours"
      actions={
        <SegmentedControl
          label="Measure"
          size="sm"
          options={[
            { value: 'events', label: 'Events' },
            { value: 'bytes', label: 'Bytes' },
          ]}
          value={measure}
          onChange={setMeasure}
        />
      }
    >
      {volume ? (
        <TimeChart
          label={`${measure === 'events' ? 'Events' : 'Bytes'} by log type`}
          kind="bars"
          times={volume.times}
          series={volume.series}
          height={chartHeight}
          legend
          format={measure === 'events' ? formatShortCount : formatBytes}
        />
      ) : (
        <Loading activity={activity} height={chartHeight} what="volume" />
      )}
    </Card>
  );
}

function CheckMark({ check }: { check: HealthCheck }) {
  if (check.warning)
    return <IconAlertTriangle className={styles.warning} size={16} stroke={1.5} aria-label="Warning" />;
  return check.healthy ? (
    <IconCircleCheck className={styles.good} size={16} stroke={1.5} aria-label="Healthy" />
  ) : (
    <IconCircleX className={styles.bad} size={16} stroke={1.5} aria-label="Unhealthy" />
  );
}

const hasFailures = (check: HealthCheck) =>
  check.name === 'classification' && (!check.healthy || check.warning);

/** Every check with its message; failed classification leads to what failed. */
export function HealthCard({ source }: { source: SourceDetails }) {
  const navigate = useNavigate();
  const mayDraft = usePermission('LogSourceModify');
  const checkedAt = source.healthChecks[0]?.checkedAt;
  return (
    <Card
      title="Health"
      flush
      note={
        checkedAt && (
          <>
            checked <Time at={checkedAt} />
          </>
        )
      }
    >
      {source.healthChecks.map((check) => (
        <div key={check.name} className={styles.check}>
          <CheckMark check={check} />
          <span>{checkTitle(check.name)}</span>
          <span className={styles.checkText}>
            {check.message}{' '}
            {hasFailures(check) && (
              <button
                type="button"
                className={styles.typeName}
                onClick={() => void navigate({ href: failuresPath(source.integrationId) })}
              >
                View
              </button>
            )}{' '}
            {hasFailures(check) && (
              <>
                <ProcessAgain sourceId={source.integrationId} />{' '}
                {mayDraft && (
                  <ButtonLink
                    size="xs"
                    to="/configure/schemas/new/"
                    search={{ failuresOf: source.integrationId }}
                  >
                    Draft a schema
                  </ButtonLink>
                )}
              </>
            )}
          </span>
        </div>
      ))}
    </Card>
  );
}

/** The log types of the source with their figures; a name opens its schema. */
export function SchemasCard({
  source,
  activity,
  onOpenSchema,
}: {
  source: SourceDetails;
  activity: SourceActivity | undefined;
  onOpenSchema: (logType: string) => void;
}) {
  const volume = (measure: 'events' | 'bytes') =>
    volumeByLogType(activity?.volumes ?? [], source.logTypes, measure, activity?.at ?? new Date(0));
  const events = volume('events');
  const bytes = new Map(volume('bytes').series.map((entry) => [entry.name, totalOf(entry.values)]));
  return (
    <Card title="Schemas" badges={<CountChip count={source.logTypes.length} />} flush>
      <div className={styles.typeHead} aria-hidden>
        <span>Name</span>
        <span className={styles.end}>Events, 24 h</span>
        <span className={styles.end}>Bytes, 24 h</span>
        <span>Rate</span>
      </div>
      {events.series.map((entry) => (
        <div key={entry.name} className={styles.typeRow}>
          <button type="button" className={styles.typeName} onClick={() => onOpenSchema(entry.name)}>
            {entry.name}
          </button>
          <span className={styles.end}>{formatCount(totalOf(entry.values))}</span>
          <span className={styles.end}>{formatBytes(bytes.get(entry.name) ?? 0)}</span>
          <Sparkline values={entry.values} label={`${entry.name}, events per hour`} />
        </div>
      ))}
    </Card>
  );
}
