import { failureText } from '../../lib/graphql/request-error.ts';
import { browserName } from '../../lib/browser-name.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './profile.module.css';
import { useEndOtherSessions, useEndSession, useOwnAccess } from './queries.ts';
import type { OwnSession } from './queries.ts';

/** The sessions of the person signed in, and how to end those of other browsers. */
export function OwnSessions({ onClose }: { onClose: () => void }) {
  const own = useOwnAccess();
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const sessions = own.data?.sessions ?? [];
  const failure = end.error ?? endOthers.error;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Where you are signed in"
      width={650}
      actions={
        sessions.length > 1 && (
          <Button
            variant="danger"
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, {
                onSuccess: () => toast.success('You are signed out everywhere else'),
              })
            }
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {own.isPending && <SkeletonLines />}
      {own.error && (
        <FailedState
          title="Your sessions could not be loaded"
          message={failureText(own.error)}
          onRetry={() => void own.refetch()}
        />
      )}
      <div className={styles.stack}>
        <ul className={styles.list} aria-label="Your sessions">
          {sessions.map((session) => (
            <Entry
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
        {failure && <Note tone="danger">{failureText(failure)}</Note>}
      </div>
    </Modal>
  );
}

function Entry(props: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const { session, isEnding, onEnd } = props;
  const name = browserName(session.userAgent ?? '');
  return (
    <li className={styles.entry}>
      <div className={styles.facts}>
        <b>
          {name}
          {session.isThis && ' (this one)'}
        </b>
        <span>
          {session.sourceIp ?? 'Unknown address'}, since <Time at={session.startedAt} />, last seen{' '}
          <Time at={session.lastUsedAt} />
        </span>
      </div>
      {!session.isThis && (
        <Button
          size="sm"
          loading={isEnding}
          aria-label={`Sign out ${name} at ${session.sourceIp ?? 'an unknown address'}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
