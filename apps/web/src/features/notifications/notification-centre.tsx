import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import type { SidePanelProps } from '../../lib/side-panels.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { IconSettings } from '../../ui/icons.ts';
import { Select } from '../../ui/inputs/select.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { NotificationItem } from './notification-item.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';
import { isArchived, isUnread } from './notification-rules.ts';
import styles from './notifications.module.css';
import { levels, topicLabels, topics, useNotifications, useUpdateAll } from './queries.ts';
import type { Level, Notification, Topic } from './queries.ts';

const levelLabels: Record<Level, string> = {
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
  success: 'Success',
};
const topicOptions = topics.map((value) => ({ value, label: topicLabels[value] }));
const levelOptions = levels.map((value) => ({ value, label: levelLabels[value] }));

/** Everything the console has told a person, at the right edge. */
export default function NotificationCentre({ isOpen, onClose }: SidePanelProps<'notification-centre'>) {
  const [view, setView] = useState<'inbox' | 'archived' | 'preferences'>('inbox');
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title="Notifications" width="notifications" overlay>
      {view === 'preferences' ? (
        <NotificationPreferences onBack={() => setView('inbox')} />
      ) : (
        <List isOpen={isOpen} view={view} onView={setView} />
      )}
    </SideSheet>
  );
}

function List(props: {
  isOpen: boolean;
  view: 'inbox' | 'archived';
  onView: (view: 'inbox' | 'archived' | 'preferences') => void;
}) {
  const { isOpen, view, onView } = props;
  const [topic, setTopic] = useState<Topic | null>(null);
  const [level, setLevel] = useState<Level | null>(null);
  const [showsRead, setShowsRead] = useState(false);
  const query = useNotifications(isOpen);
  const updateAll = useUpdateAll();
  // A page may begin again with what the one before ended with, when something new came between them.
  const all = [
    ...new Map(
      (query.data?.pages ?? []).flatMap((page) => page.edges.map(({ node }) => [node.id, node] as const)),
    ).values(),
  ];
  const isShown = (note: Notification) =>
    isArchived(note) === (view === 'archived') &&
    (view === 'archived' || showsRead || isUnread(note)) &&
    (topic === null || note.topic === topic) &&
    (level === null || note.level === level);
  const shown = all.filter(isShown);
  const unread = query.data?.pages[0]?.unreadCount ?? 0;
  const change = (part: { readAt?: string; archivedAt?: string }) =>
    updateAll.mutate(part, { onError: (error) => toast.error({ title: failureText(error) }) });
  return (
    <div className={styles.sheet}>
      <Tabs
        label="Notifications"
        items={[
          { id: 'inbox', label: 'Inbox', ...(unread > 0 ? { count: unread } : {}) },
          { id: 'archived', label: 'Archived' },
        ]}
        value={view}
        onChange={onView}
        trailing={
          <span className={styles.tools}>
            <Button
              size="sm"
              variant="quiet"
              disabled={unread === 0}
              onClick={() => change({ readAt: new Date().toISOString() })}
            >
              Mark all as read
            </Button>
            <Button
              size="sm"
              variant="quiet"
              disabled={all.every(isArchived)}
              onClick={() => change({ archivedAt: new Date().toISOString() })}
            >
              Archive all
            </Button>
            <IconButton size="sm" label="Notification preferences" onClick={() => onView('preferences')}>
              <IconSettings size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </span>
        }
      />
      <div className={styles.filters}>
        <Select
          label="Topic"
          className={styles.filter}
          size="sm"
          clearable
          placeholder="All topics"
          options={topicOptions}
          value={topic}
          onChange={setTopic}
        />
        <Select
          label="Level"
          className={styles.filter}
          size="sm"
          clearable
          placeholder="All levels"
          options={levelOptions}
          value={level}
          onChange={setLevel}
        />
        {view === 'inbox' && (
          <span className={styles.showRead}>
            <Switch label="Show Read Notifications" checked={showsRead} onChange={setShowsRead} />
          </span>
        )}
      </div>
      {query.isError && !query.data ? (
        <FailedState
          title="Couldn't load your Notifications"
          message={
            failureText(query.error) ||
            'There was an error when performing your request, please contact support'
          }
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <>
          {shown.length === 0 && (
            <EmptyState title={view === 'archived' ? 'Nothing is archived' : 'Nothing new'}>
              {view === 'inbox' && !showsRead && all.length > 0
                ? 'What you have read is behind “Show Read Notifications”.'
                : 'Files you ordered and faults that concern you are told here.'}
            </EmptyState>
          )}
          <ul className={styles.list} aria-label={view === 'archived' ? 'Archived notifications' : 'Inbox'}>
            {shown.map((note) => (
              <NotificationItem key={note.id} note={note} />
            ))}
          </ul>
          {query.hasNextPage && (
            <div className={styles.older}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older ones
              </Button>
            </div>
          )}
        </>
      ) : (
        <div className={styles.loading}>
          <SkeletonLines lines={6} label="Loading notifications" />
        </div>
      )}
    </div>
  );
}
