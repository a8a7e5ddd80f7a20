import { useNavigate } from '@tanstack/react-router';
import { formatBytes, formatShortCount } from '../../lib/format-number.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/inputs/button.tsx';
import { CopyButton, copyText } from '../../ui/text/copy-button.tsx';
import { HealthBadge } from '../../ui/marks/health.tsx';
import { IconCopy, IconDots, IconPencil, IconSearch, IconTrash } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Card, Page, PageHeader, Properties } from '../../ui/layout/page.tsx';
import { Skeleton, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { DetectionsSlot } from './detections-slot.ts';
import { ingestionTitle, streamText } from './labels.ts';
import styles from './log-sources.module.css';
import { useActivity, useSource } from './queries.ts';
import type { SourceDetails } from './queries.ts';
import { eventsPath } from './search-links.ts';
import { RetentionCard } from './retention-card.tsx';
import { SendLogs } from './send-logs.tsx';
import { BalanceCard, HealthCard, SchemasCard, VolumeCard } from './source-cards.tsx';
import { healthOf } from './source-health.ts';
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
          <RetentionCard sourceId={source.data.integrationId} />
          <SchemasCard source={source.data} activity={activity.data} onOpenSchema={onOpenSchema} />
          <DetectionsSlot.Place logTypes={source.data.logTypes} />
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
  const events = source.events24h === 1 ? 'event' : 'events';
  const volume = `${formatShortCount(source.events24h)} ${events} in 24 h, ${formatBytes(source.bytes24h)}`;
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
