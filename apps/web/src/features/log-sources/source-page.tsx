import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes, formatCount, formatShare, formatShortCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { VendorTile } from '../../ui/avatar.tsx';
import { Badge, CountChip } from '../../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { EventBalance, missingFrom, stateOf, sumOf } from '../../ui/chart/event-balance.tsx';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { SegmentedControl } from '../../ui/choice.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { HealthBadge } from '../../ui/health.tsx';
import {
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconDots,
  IconPencil,
  IconSearch,
  IconTrash,
} from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Card, Page, PageHeader, Properties } from '../../ui/page.tsx';
import { FailedState, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { lastMinutes, totalOf, volumeByLogType } from './activity.ts';
import { ingestionTitle, streamText } from './labels.ts';
import styles from './log-sources.module.css';
import { useActivity, useSource } from './queries.ts';
import type { SourceActivity, SourceDetails } from './queries.ts';
import { eventsPath, failuresPath } from './search-links.ts';
import { SendLogs } from './send-logs.tsx';
import { checkTitle, healthOf } from './source-health.ts';
import { useConfirmDelete } from './use-confirm-delete.tsx';

export interface SourcePageProps {
  sourceId: string;
  /** Shows the schema of a log type beside the page. */
  onOpenSchema: (logType: string) => void;
}

/** One source: is everything that came in accounted for, how much was it, and what is wrong. */
export function SourcePage({ sourceId, onOpenSchema }: SourcePageProps) {
  const source = useSource(sourceId);
  const activity = useActivity(sourceId);
  if (!source.data) {
    return (
      <Page title="Log Source">
        <PageHeader title={<Skeleton width={220} height={20} />} subtitle={<Skeleton width={160} />} />
        <div className={styles.details}>
          <div className={styles.facts}>
            <SkeletonLines lines={12} />
          </div>
          <div className={styles.panels}>
            <Skeleton height={186} />
            <Skeleton height={280} />
          </div>
        </div>
      </Page>
    );
  }
  return (
    <Page title={source.data.integrationLabel} scroll>
      <Header source={source.data} />
      <div className={styles.details}>
        <div className={styles.facts}>
          <Facts source={source.data} />
        </div>
        <div className={styles.panels}>
          <BalanceCard source={source.data} activity={activity} />
          <div className={styles.pair}>
            <VolumeCard source={source.data} activity={activity} />
            <HealthCard source={source.data} />
          </div>
          <SchemasCard source={source.data} activity={activity.data} onOpenSchema={onOpenSchema} />
          {source.data.ingestPath && (
            <Card title="Send logs" note="the secret is not shown again; put it in place of <secret>">
              <SendLogs source={source.data} />
            </Card>
          )}
          <DangerCard source={source.data} />
        </div>
      </div>
    </Page>
  );
}

function Header({ source }: { source: SourceDetails }) {
  const missing = useMissingPermission('LogSourceModify');
  const navigate = useNavigate();
  const confirmDelete = useConfirmDelete();
  const volume = `${formatShortCount(source.events24h)} events in 24 h, ${formatBytes(source.bytes24h)}`;
  return (
    <PageHeader
      title={source.integrationLabel}
      icon={<VendorTile name={source.integrationLabel} size="lg" />}
      badges={<HealthBadge health={healthOf(source)} />}
      subtitle={`${ingestionTitle(source.ingestionType)}, ${volume}`}
      actions={
        <>
          <Button
            icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
            onClick={() => void navigate({ href: eventsPath(source.integrationId, source.logTypes) })}
          >
            View data
          </Button>
          <ButtonLink
            to="/configure/log-sources/$sourceId/edit/"
            params={{ sourceId: source.integrationId }}
            icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
            disabled={missing !== undefined}
          >
            Edit
          </ButtonLink>
          <Menu
            label="More actions"
            position="bottom-end"
            entries={[
              {
                label: 'Copy source ID',
                icon: <IconCopy size={16} stroke={1.5} aria-hidden />,
                onSelect: () => void copyText(source.integrationId),
              },
              { kind: 'line' },
              {
                label: 'Delete',
                icon: <IconTrash size={16} stroke={1.5} aria-hidden />,
                danger: true,
                reason: missing,
                onSelect: () =>
                  void confirmDelete(source).then((isGone) =>
                    isGone ? navigate({ to: '/configure/log-sources/' }) : undefined,
                  ),
              },
            ]}
          >
            <IconButton label="More actions">
              <IconDots size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu>
        </>
      }
    />
  );
}

function Facts({ source }: { source: SourceDetails }) {
  const method = source.config.authMethod;
  const header = source.config.authHeaderKey;
  return (
    <Properties
      stacked
      items={[
        { label: 'Source type', value: ingestionTitle(source.ingestionType) },
        {
          label: 'Source ID',
          value: (
            <span className={styles.copied}>
              <span className={`${styles.mono} ${styles.ellipsis}`}>{source.integrationId}</span>
              <CopyButton value={source.integrationId} label="Copy source ID" />
            </span>
          ),
        },
        ...(typeof method === 'string'
          ? [
              {
                label: 'Authentication',
                value: typeof header === 'string' ? `${method}, header ${header}` : method,
              },
            ]
          : []),
        { label: 'Log format', value: streamText(source) },
        { label: 'Log types', value: source.logTypes.join(', ') || '–' },
        {
          label: 'Last event received',
          value: <Time at={source.lastEventReceivedAtTime} format="absolute" />,
        },
        {
          label: 'Last event processed',
          value: <Time at={source.lastEventProcessedAtTime} format="absolute" />,
        },
        { label: 'Created', value: <Time at={source.createdAtTime} format="absolute" /> },
        { label: 'Last modified', value: <Time at={source.lastModified} format="absolute" /> },
      ]}
    />
  );
}

interface ActivityQuery {
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

function BalanceCard({ source, activity }: { source: SourceDetails; activity: ActivityQuery }) {
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

function VolumeCard({ source, activity }: { source: SourceDetails; activity: ActivityQuery }) {
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

function HealthCard({ source }: { source: SourceDetails }) {
  const navigate = useNavigate();
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
          {check.healthy ? (
            <IconCircleCheck className={styles.good} size={16} stroke={1.5} aria-label="Healthy" />
          ) : (
            <IconCircleX className={styles.bad} size={16} stroke={1.5} aria-label="Unhealthy" />
          )}
          <span>{checkTitle(check.name)}</span>
          <span className={styles.checkText}>
            {check.message}{' '}
            {check.name === 'classification' && !check.healthy && (
              <button
                type="button"
                className={styles.typeName}
                onClick={() => void navigate({ href: failuresPath(source.integrationId) })}
              >
                View them
              </button>
            )}
          </span>
        </div>
      ))}
    </Card>
  );
}

function SchemasCard({
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

function DangerCard({ source }: { source: SourceDetails }) {
  const missing = useMissingPermission('LogSourceModify');
  const confirmDelete = useConfirmDelete();
  const navigate = useNavigate();
  return (
    <Card title="Delete log source">
      <div className={styles.danger}>
        <span className={styles.railText}>
          The source stops accepting logs at once. Events it has sent stay searchable.
        </span>
        <Button
          variant="danger"
          icon={<IconTrash size={16} stroke={1.5} aria-hidden />}
          disabledReason={missing}
          onClick={() =>
            void confirmDelete(source).then((isGone) =>
              isGone ? navigate({ to: '/configure/log-sources/' }) : undefined,
            )
          }
        >
          Delete
        </Button>
      </div>
    </Card>
  );
}
