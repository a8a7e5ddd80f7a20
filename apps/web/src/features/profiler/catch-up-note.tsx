import { countOf, formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useCancelCatchUp } from './queries.ts';
import type { CatchUp, Profile } from './queries.ts';

const findingsText = ({ matches, errors }: CatchUp) =>
  `${countOf(matches, 'match', 'matches')} so far${errors > 0 ? `, ${countOf(errors, 'error')}` : ''}.`;

/** How far the judging of events has come that passed while the detection was quarantined. */
export function CatchUpNote({ profile, days }: { profile: Profile; days: number }) {
  const { catchUp } = profile;
  if (!catchUp) return null;
  const { state, since, passed, judged, tooOld } = catchUp;
  const late =
    tooOld > 0 && ` ${countOf(tooOld, 'event')} had waited more than ${days} days and were left out.`;
  const of = `${formatCount(judged)} of ${countOf(passed, 'event')}`;
  if (state === 'CATCHING_UP')
    return (
      <Note
        title={
          <>
            Catching up: {of} since <Time at={since} format="absolute" />
          </>
        }
        action={<Stop profile={profile} />}
      >
        Events that passed are judged in the background. {findingsText(catchUp)}
        {late}
      </Note>
    );
  if (state === 'FAILED')
    return (
      <Note tone="warning" title={`Catching up has stopped at ${of}`} action={<Stop profile={profile} />}>
        {catchUp.error} What waits longer than {days} days is left out.
        {late}
      </Note>
    );
  if (state === 'DONE')
    return (
      <Note tone="success" title={`Caught up with ${countOf(judged, 'event')} that had passed`}>
        {countOf(catchUp.matches, 'match', 'matches')}
        {catchUp.errors > 0 && `, ${countOf(catchUp.errors, 'error')}`}.{late}
      </Note>
    );
  return (
    <Note>
      {countOf(passed - judged, 'event')} that passed since <Time at={since} format="absolute" />{' '}
      {passed - judged === 1 ? 'is' : 'are'} not judged:{' '}
      {state === 'SKIPPED' ? 'skipped' : 'catching up was stopped'}.
    </Note>
  );
}

function Stop({ profile }: { profile: Profile }) {
  const confirm = useConfirm();
  const cancel = useCancelCatchUp();
  const missing = useMissingPermission('RuleModify');
  async function ask() {
    const isSure = await confirm({
      title: 'Stop Catching Up',
      message: `Events that passed ${profile.displayName} and are not judged yet never will be. What was found stays.`,
      confirmLabel: 'Stop',
      danger: true,
    });
    if (!isSure) return;
    cancel.mutate(profile.id, {
      onError: (error) =>
        toast.error({ title: `${profile.displayName} still catches up`, message: failureText(error) }),
    });
  }
  return (
    <Button size="sm" disabledReason={missing} loading={cancel.isPending} onClick={() => void ask()}>
      Stop
    </Button>
  );
}
