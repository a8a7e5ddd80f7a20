import { useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { RadioGroup } from '../../ui/inputs/choice.tsx';
import { LazyModal } from '../../ui/overlays/lazy-modal.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useRelease } from './queries.ts';
import type { PassedChoice, Profile } from './queries.ts';
import styles from './profiler.module.css';

/** Asks what becomes of the events that passed, and lets the detection judge again. */
export function ReleaseModal(props: {
  profile: Profile;
  days: number;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { profile, days, isOpen, onClose } = props;
  const [passed, setPassed] = useState<PassedChoice>('JUDGE');
  const release = useRelease();
  const count = profile.quarantine?.passed ?? 0;
  function answer() {
    release.mutate(
      { id: profile.id, passed },
      {
        onSuccess: () => toast.success({ title: `${profile.displayName} judges events again` }),
        onError: (error) =>
          toast.error({ title: `${profile.displayName} is still quarantined`, message: failureText(error) }),
      },
    );
    onClose();
  }
  return (
    <LazyModal
      isOpen={isOpen}
      onClose={onClose}
      title="Release Detection"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={answer}>
            Release
          </Button>
        </>
      }
    >
      <div className={styles.release}>
        <p>
          {profile.displayName} judges events again from now on. If it is over its budget for another minute,
          it is quarantined again. {countOf(count, 'event')} passed unjudged meanwhile.
        </p>
        <RadioGroup<PassedChoice>
          label="Events that passed"
          value={passed}
          onChange={setPassed}
          options={[
            {
              value: 'JUDGE',
              label: 'Judge what passed',
              help: `In the background, oldest first. What it finds alerts. Events that wait longer than ${days} days are left out; a replay shows those.`,
            },
            { value: 'SKIP', label: 'Skip it', help: 'They stay unjudged by it for good.' },
          ]}
        />
      </div>
    </LazyModal>
  );
}
