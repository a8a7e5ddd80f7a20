import type { AlertStatus } from '@margay/model';
import { useState } from 'react';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { useMissingPermission, useUser } from '../../../lib/session/session-context.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { useConfirm } from '../../../ui/overlays/confirm.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import { statusLabels } from '../../../ui/marks/status.tsx';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import shared from '../alert-parts.module.css';
import styles from './activity.module.css';
import { CommentBody } from './comment-body.tsx';
import { personName } from '../../../lib/person-name.ts';
import { usePeople } from '../queries.ts';
import type { AlertDetails, HistoryEvent, ListedPerson } from '../queries.ts';
import { useAlertActions } from '../use-alert-edits.ts';

type Shown = 'all' | 'comments' | 'changes';

/** Comments and changes, newest first, under the box to write one. With `limit`: the short form of the rail. */
export function Activity({ alert, limit }: { alert: AlertDetails; limit?: number }) {
  const [shown, setShown] = useState<Shown>('all');
  const people = usePeople().data ?? [];
  const events = alert.history.filter(
    ({ type }) => shown === 'all' || (type === 'COMMENT') === (shown === 'comments'),
  );
  return (
    <div className={limit === undefined ? styles.activity : undefined}>
      <CommentBox alertId={alert.id} />
      {limit === undefined && (
        <SegmentedControl
          label="Show"
          size="sm"
          options={[
            { value: 'all', label: 'All' },
            { value: 'comments', label: 'Comments' },
            { value: 'changes', label: 'Changes' },
          ]}
          value={shown}
          onChange={setShown}
        />
      )}
      <ol className={styles.history} aria-label="Activity">
        {events.slice(0, limit).map((event) => (
          <HistoryLine key={event.id} alertId={alert.id} event={event} people={people} />
        ))}
        {shown !== 'comments' && (limit === undefined || events.length < limit) && (
          <li>
            <span className={styles.historyDot} />
            <div className={styles.historyText}>Alert created</div>
            <Time at={alert.createdAt} />
          </li>
        )}
      </ol>
    </div>
  );
}

function CommentBox({ alertId }: { alertId: string }) {
  const [text, setText] = useState('');
  const missing = useMissingPermission('AlertModify');
  const { comment } = useAlertActions(alertId);
  const isEmpty = text.trim() === '';
  function send() {
    if (isEmpty || comment.isPending || missing) return;
    comment.mutate(text.trim(), { onSuccess: () => setText('') });
  }
  return (
    <form
      className={styles.commentForm}
      data-comment-box
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        label="Comment"
        rows={2}
        placeholder="What did you find?"
        value={text}
        onChange={setText}
        disabled={missing !== undefined}
        {...(comment.error ? { error: failureText(comment.error) } : {})}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <Button
        type="submit"
        size="sm"
        keys="mod+enter"
        disabled={isEmpty}
        disabledReason={missing}
        loading={comment.isPending}
      >
        Comment
      </Button>
    </form>
  );
}

function nameOf(id: string | null, people: readonly ListedPerson[]): string {
  if (!id) return 'nobody';
  const person = people.find((other) => other.id === id);
  return person ? personName(person) : id;
}

function isStatus(text: string | null): text is AlertStatus {
  return text !== null && text in statusLabels;
}
const statusText = (text: string | null) => (isStatus(text) ? statusLabels[text] : (text ?? ''));

/** What happened, as the rest of a sentence that begins with a name. */
export function historyWords(
  event: Pick<HistoryEvent, 'type' | 'from' | 'to' | 'actor'>,
  people: readonly ListedPerson[],
): string {
  if (event.type === 'COMMENT') return 'commented';
  if (event.type === 'SLACKBOT_BOOMERANG') return 'asked in Slack';
  if (event.type === 'STATUS_CHANGE')
    return event.from
      ? `changed ${statusText(event.from)} to ${statusText(event.to)}`
      : `set ${statusText(event.to)}`;
  if (event.to && event.to === event.actor?.id)
    return event.from ? `took it from ${nameOf(event.from, people)}` : 'took it';
  return event.to
    ? `assigned it to ${nameOf(event.to, people)}`
    : `took it away from ${nameOf(event.from, people)}`;
}

function HistoryLine({
  alertId,
  event,
  people,
}: {
  alertId: string;
  event: HistoryEvent;
  people: readonly ListedPerson[];
}) {
  const ownId = useUser()?.id;
  const confirm = useConfirm();
  const missing = useMissingPermission('AlertModify');
  const { removeComment } = useAlertActions(alertId);
  const { comment, actor } = event;
  // A comment of which only the trace is left.
  const isGone = event.type === 'COMMENT' && !comment;
  async function remove() {
    if (!comment) return;
    const isSure = await confirm({
      title: 'Delete comment',
      message: 'The comment disappears for everyone. That there was one stays in the history.',
      confirmLabel: 'Delete',
      danger: true,
    });
    if (isSure) removeComment.mutate(comment.id);
  }
  return (
    <li>
      <Avatar id={actor?.id} name={actor?.name} />
      <div className={styles.historyText}>
        <b>{actor?.name ?? 'Someone'}</b>{' '}
        {isGone ? 'wrote a comment, now deleted' : historyWords(event, people)}
        {comment && (
          <div className={styles.comment}>
            <CommentBody comment={comment} />
            {comment.updatedAt && <span className={shared.quiet}>edited</span>}
            {comment.createdBy.id === ownId && missing === undefined && (
              <span className={styles.commentMenu}>
                <IconButton label="Delete comment" size="xs" onClick={() => void remove()}>
                  <IconTrash size={14} stroke={1.5} aria-hidden />
                </IconButton>
              </span>
            )}
          </div>
        )}
      </div>
      <Time at={event.createdAt} />
    </li>
  );
}
