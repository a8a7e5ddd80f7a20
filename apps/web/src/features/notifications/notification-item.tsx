import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconCircleX,
  IconEye,
  IconInfoCircle,
  IconMail,
} from '../../ui/icons.ts';
import type { Icon } from '../../ui/icons.ts';
import { Time, useNow } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { CsvAction } from './csv-action.tsx';
import { zeroTime } from '../../lib/zero-time.ts';
import { csvOffer, isArchived, isLong, isUnread, shortened } from './notification-rules.ts';
import styles from './notifications.module.css';
import { topicLabels, useUpdateNotification } from './queries.ts';
import type { Level, Notification } from './queries.ts';

const icons: Record<Level, Icon> = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconCircleX,
  success: IconCircleCheck,
};

/** One notification of the centre, with what can be done about it. */
export function NotificationItem({ note }: { note: Notification }) {
  const [isWhole, setWhole] = useState(false);
  const now = useNow();
  const update = useUpdateNotification();
  const change = (part: { readAt?: string; archivedAt?: string }) =>
    update.mutate(
      { id: note.id, ...part },
      { onError: (error) => toast.error({ title: failureText(error) }) },
    );
  const unread = isUnread(note);
  const archived = isArchived(note);
  const isExpired = csvOffer(note, now.getTime()) === 'generate';
  const LevelIcon = icons[note.level];
  const { alertID } = note.metadata;
  const stamp = () => new Date().toISOString();
  return (
    <li className={cx(styles.item, unread && styles.unread)}>
      <span className={cx(styles.level, styles[note.level])}>
        {unread && <span className={styles.dot} role="img" aria-label="Unread" />}
        <LevelIcon size={16} stroke={1.5} aria-label={note.level} />
      </span>
      <div className={styles.itemBody}>
        <div className={styles.itemHead}>
          <h3 className={styles.itemTitle}>{note.title}</h3>
          <Time at={note.createdAt} format="ago" />
        </div>
        <div className={styles.topic}>{topicLabels[note.topic]}</div>
        <p className={styles.message}>
          {isWhole ? note.message : shortened(note.message)}
          {isLong(note.message) && (
            <button type="button" className={styles.more} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show less' : 'Show all'}
            </button>
          )}
        </p>
        {isExpired && (
          <div className={styles.expired}>
            <p>
              Your CSV generation request of <Time at={note.createdAt} format="absolute" /> has expired.
            </p>
            <p>The download link has expired. Please regenerate the CSV.</p>
          </div>
        )}
        <div className={styles.itemActions}>
          <CsvAction note={note} now={now.getTime()} />
          {alertID !== null && (
            <Link className={styles.link} to="/alerts-and-errors/$alertId/" params={{ alertId: alertID }}>
              {note.topic === 'SYSTEM_ERROR' ? 'View Errors' : 'Open alert'}
            </Link>
          )}
          <span className={styles.push} />
          <IconButton
            size="sm"
            label={unread ? 'Mark as read' : 'Mark as unread'}
            onClick={() => change({ readAt: unread ? stamp() : zeroTime })}
          >
            {unread ? (
              <IconMail size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconEye size={16} stroke={1.5} aria-hidden />
            )}
          </IconButton>
          <IconButton
            size="sm"
            label={archived ? 'Move to inbox' : 'Archive'}
            onClick={() =>
              change(
                archived
                  ? { archivedAt: zeroTime }
                  : { archivedAt: stamp(), ...(unread ? { readAt: stamp() } : {}) },
              )
            }
          >
            <IconArchive size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </div>
      </div>
    </li>
  );
}
