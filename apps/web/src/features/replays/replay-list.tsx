import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { IconHistory, IconPlayerStop, IconPlus } from '../../ui/icons.ts';
import { EmptyState, FailedState } from '../../ui/layout/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowLink } from '../../ui/table/row-link.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { NewReplay } from './new-replay.tsx';
import { useReplays, useStopReplay } from './replay-queries.ts';
import { ReplayStateBadge } from './replay-state.tsx';
import { isRunning } from './replay-types.ts';
import type { Replay } from './replay-types.ts';
import styles from './replays.module.css';

export interface RuleReplaysProps {
  ruleId: string;
  logTypes: readonly string[];
}

/** The replays of a rule: start one, see how each goes, stop it, open it. */
export function RuleReplays({ ruleId, logTypes }: RuleReplaysProps) {
  const replays = useReplays(ruleId);
  const stop = useStopReplay();
  const navigate = useNavigate();
  const noModify = useMissingPermission('RuleModify');
  const [isStarting, setStarting] = useState(false);
  const pageOf = (replay: Pick<Replay, 'id'>) =>
    linkOptions({
      to: '/build/detections/rules/$ruleId/replay/$replayId/',
      params: { ruleId, replayId: replay.id },
    });
  const open = (replay: Pick<Replay, 'id'>) => void navigate(pageOf(replay));
  const start = (
    <Button
      icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
      disabledReason={noModify}
      onClick={() => setStarting(true)}
    >
      New replay
    </Button>
  );
  const empty = replays.isError ? (
    <FailedState
      title="The replays could not be loaded"
      message={failureText(replays.error)}
      onRetry={() => void replays.refetch()}
    />
  ) : (
    <EmptyState
      title="This rule was never replayed"
      steps={[
        {
          title: 'Run the saved rule over past events',
          text: 'It tells which alerts it would have made. Nothing is delivered.',
          done: false,
        },
      ]}
    />
  );
  return (
    <div className={styles.list}>
      <div className={styles.listHead}>
        <span className={styles.quiet}>The saved rule over past events, in the background</span>
        {start}
      </div>
      <DataTable
        label="Replays"
        columns={columns}
        rows={replays.isError ? [] : replays.data?.pages.flat()}
        rowId={(replay) => replay.id}
        rowLabel={(replay) => `Replay of ${replay.createdAt}`}
        rowLink={pageOf}
        rowMenu={(replay) => [
          {
            label: 'Open',
            icon: <IconHistory size={16} stroke={1.5} aria-hidden />,
            onSelect: () => open(replay),
          },
          {
            label: 'Stop replay',
            icon: <IconPlayerStop size={16} stroke={1.5} aria-hidden />,
            disabled: !isRunning(replay),
            reason: noModify ?? (isRunning(replay) ? undefined : 'It has ended.'),
            onSelect: () =>
              stop.mutate(replay.id, {
                onError: (error) =>
                  toast.error({ title: 'The replay was not stopped', message: failureText(error) }),
              }),
          },
        ]}
        narrowRow={(replay) => <NarrowReplay replay={replay} />}
        isLoadingMore={replays.isFetchingNextPage}
        onEndReached={() => {
          if (replays.hasNextPage && !replays.isFetchingNextPage) void replays.fetchNextPage();
        }}
        empty={empty}
      />
      <NewReplay
        isOpen={isStarting}
        onClose={() => setStarting(false)}
        ruleId={ruleId}
        logTypes={logTypes}
        onStarted={open}
      />
    </div>
  );
}

function NarrowReplay({ replay }: { replay: Replay }) {
  return (
    <div className={styles.narrowRow}>
      <span className={styles.narrowLine}>
        <ReplayStateBadge replay={replay} />
        <RowLink>
          <Time at={replay.createdAt} />
        </RowLink>
      </span>
      <span className={styles.narrowLine}>
        {`${formatCount(replay.summary.totalAlerts)} alerts, ${formatCount(replay.summary.ruleMatchCount)} matches, ${formatCount(replay.summary.ruleErrorCount)} errors`}
      </span>
    </div>
  );
}

const columns: Column<Replay>[] = [
  {
    id: 'state',
    header: 'State',
    width: '168px',
    cell: (replay) => <ReplayStateBadge replay={replay} />,
  },
  {
    id: 'created',
    header: 'Started',
    width: '104px',
    isName: true,
    cell: (replay) => <Time at={replay.createdAt} />,
  },
  {
    id: 'by',
    header: 'Started by',
    width: '140px',
    secondary: true,
    hideBelow: 1100,
    cell: (replay) => replay.createdBy.name,
  },
  {
    id: 'window',
    header: 'Time window',
    width: '190px',
    secondary: true,
    cell: (replay) => (
      <>
        <Time at={replay.startsAt} /> – <Time at={replay.endsAt} />
        {replay.maxSizeInGB !== null && `, newest ${replay.maxSizeInGB} GB`}
      </>
    ),
  },
  {
    id: 'logTypes',
    header: 'Log types',
    width: 'minmax(0, 1fr)',
    secondary: true,
    hideBelow: 1100,
    cell: (replay) => replay.logTypes.join(', '),
  },
  {
    id: 'events',
    header: 'Events',
    width: '110px',
    align: 'end',
    cell: (replay) => formatCount(replay.summary.eventsProcessedCount),
  },
  {
    id: 'size',
    header: 'Size',
    width: '90px',
    align: 'end',
    secondary: true,
    hideBelow: 1400,
    cell: (replay) => formatBytes(replay.summary.logDataSizeEstimate),
  },
  {
    id: 'matches',
    header: 'Matches',
    width: '84px',
    align: 'end',
    cell: (replay) => formatCount(replay.summary.ruleMatchCount),
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '72px',
    align: 'end',
    cell: (replay) => formatCount(replay.summary.ruleErrorCount),
  },
  {
    id: 'alerts',
    header: 'Alerts',
    width: '72px',
    align: 'end',
    cell: (replay) => formatCount(replay.summary.totalAlerts),
  },
];
