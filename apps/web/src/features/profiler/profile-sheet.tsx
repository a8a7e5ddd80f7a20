import { useState } from 'react';
import { countOf, formatCount, formatShortCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button, ButtonLink } from '../../ui/inputs/button.tsx';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Properties } from '../../ui/layout/page.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/layout/states.tsx';
import { Time, useNow } from '../../ui/marks/time.tsx';
import { CatchUpNote } from './catch-up-note.tsx';
import { LineTimes } from './line-times.tsx';
import { StateBadge } from './profile-columns.tsx';
import { formatCoreShare, formatMicroseconds, lastHours } from './profile-format.ts';
import styles from './profiler.module.css';
import { useProfileHours } from './queries.ts';
import { ReleaseModal } from './release-modal.tsx';
import type { Budget, Profile } from './queries.ts';

const chartHours = 168;

function CostChart({ id }: { id: string }) {
  const hours = useProfileHours(id, chartHours);
  const now = useNow();
  if (hours.isError)
    return (
      <FailedState
        title="The hours could not be loaded"
        message={failureText(hours.error)}
        onRetry={() => void hours.refetch()}
      />
    );
  if (!hours.data) return <Skeleton height={180} />;
  if (hours.data.every((hour) => hour.evaluations === 0))
    return (
      <EmptyState title="It was not run in the last seven days">
        No event of its log types passed its prefilter, or none arrived.
      </EmptyState>
    );
  const costOfHour = new Map(
    hours.data
      .filter(({ evaluations }) => evaluations > 0)
      .map(({ hour, evaluations, microseconds }) => [new Date(hour).getTime(), microseconds / evaluations]),
  );
  const times = lastHours(now, chartHours);
  return (
    <TimeChart
      label="Microseconds per event, by hour"
      kind="bars"
      height={180}
      times={times}
      series={[{ name: 'µs per event', values: times.map((hour) => costOfHour.get(hour.getTime()) ?? 0) }]}
      format={formatShortCount}
    />
  );
}

/** What one detection costs, beside the list. */
export function ProfileSheet(props: { profile: Profile | undefined; budget: Budget; onClose: () => void }) {
  const { profile, budget, onClose } = props;
  const missing = useMissingPermission('RuleModify');
  const [isAsking, setAsking] = useState(false);
  return (
    <SideSheet
      isOpen={profile !== undefined}
      onClose={onClose}
      title={profile?.displayName ?? ''}
      subtitle={profile?.id}
      width="format"
      actions={
        profile && (
          <>
            {profile.quarantine && (
              <Button disabledReason={missing} onClick={() => setAsking(true)}>
                Release
              </Button>
            )}
            <ButtonLink
              variant="primary"
              to="/build/detections/rules/$ruleId/edit/"
              params={{ ruleId: profile.id }}
            >
              Open editor
            </ButtonLink>
          </>
        )
      }
    >
      {profile && (
        <div className={styles.sheet}>
          {profile.quarantine && (
            <Note tone="danger" title={`Quarantined: ${profile.quarantine.reason}`}>
              Since <Time at={profile.quarantine.since} format="absolute" />, at most until{' '}
              <Time at={profile.quarantine.until} format="absolute" />.{' '}
              {countOf(profile.quarantine.passed, 'event')} passed unjudged since. Fix its code and save it,
              and it runs again at once and judges what passed.
            </Note>
          )}
          <CatchUpNote profile={profile} days={budget.catchUpDays} />
          <ReleaseModal
            profile={profile}
            days={budget.catchUpDays}
            isOpen={isAsking && profile.quarantine !== null}
            onClose={() => setAsking(false)}
          />
          <Properties
            items={[
              { label: 'State', value: <StateBadge profile={profile} /> },
              { label: 'Log types', value: profile.logTypes.join(', ') || '–' },
              { label: 'Evaluated', value: countOf(profile.considered, 'event') },
              {
                label: 'Reached its code',
                value: `${formatCount(profile.evaluations)}; prefilter and inline filters kept ${formatCount(Math.max(0, profile.considered - profile.evaluations))} away`,
              },
              {
                label: 'Per event',
                value: `${formatMicroseconds(profile.microsecondsPerEvent, profile.evaluations)} of ${formatCount(budget.microsecondsPerEvent)} µs`,
              },
              ...(profile.waitedPerEvent > 0
                ? [
                    {
                      label: 'Waits per event',
                      value: `${formatMicroseconds(profile.waitedPerEvent, profile.evaluations)} for look-ups and the cache, not counted`,
                    },
                  ]
                : []),
              {
                label: 'Share of a core',
                value: `${formatCoreShare(profile.coreShare)} of ${formatCount(budget.coreShare * 100)} %`,
              },
              { label: 'Matches', value: formatCount(profile.matches) },
              { label: 'Last match', value: <Time at={profile.lastMatchAt} /> },
              { label: 'Errors', value: formatCount(profile.errors) },
              ...(profile.lastError === null
                ? []
                : [
                    {
                      label: 'Last error',
                      value: (
                        <>
                          <code className={styles.error}>{profile.lastError}</code>{' '}
                          <Time at={profile.lastErrorAt} />
                        </>
                      ),
                    },
                  ]),
            ]}
          />
          <h3 className={styles.heading}>Time per event, last seven days</h3>
          <CostChart key={profile.id} id={profile.id} />
          <LineTimes key={`${profile.id} lines`} id={profile.id} />
        </div>
      )}
    </SideSheet>
  );
}
