import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { IconBookmark, IconClock } from '../../ui/icons.ts';
import { useSavedSearch } from './queries.ts';
import { SaveModal } from './save-modal.tsx';

/** The buttons that schedule and save the search on the screen. Both open one dialog; Schedule turns its switch on. */
export function SaveSearch(props: {
  fields: SavedSearchFields | undefined;
  missing?: string | undefined;
  savedQueryId: string | undefined;
  onSaved?: (saved: { id: string; name: string }) => void;
  label?: string;
  isNarrow: boolean;
}) {
  const { fields, savedQueryId, onSaved, label = 'Save', isNarrow } = props;
  const unfinished = fields ? undefined : (props.missing ?? 'Finish the search first');
  const [opened, setOpened] = useState<'save' | 'schedule'>();
  const navigate = useNavigate();
  const forbidden = useMissingPermission('DataAnalyticsModify');
  const saved = useSavedSearch(savedQueryId);
  const disabledReason = forbidden ?? unfinished;
  useShortcut({
    keys: 'mod+S',
    description: 'Save the search',
    group: 'This page',
    whileTyping: true,
    run: () => {
      if (disabledReason === undefined) setOpened('save');
    },
  });
  const isWaiting = opened !== undefined && saved.isLoading;
  const clock = <IconClock size={16} stroke={1.5} aria-hidden />;
  const schedule = {
    loading: isWaiting && opened === 'schedule',
    disabledReason,
    onClick: () => setOpened('schedule'),
  };
  return (
    <>
      {isNarrow ? (
        <IconButton label="Schedule" {...schedule}>
          {clock}
        </IconButton>
      ) : (
        <Button variant="quiet" icon={clock} {...schedule}>
          Schedule
        </Button>
      )}
      <Button
        variant="quiet"
        icon={<IconBookmark size={16} stroke={1.5} aria-hidden />}
        loading={isWaiting && opened === 'save'}
        disabledReason={disabledReason}
        tooltip={saved.data ? `Opened from ${saved.data.name}` : undefined}
        onClick={() => setOpened('save')}
      >
        {label}
      </Button>
      {opened !== undefined && fields && !saved.isLoading && (
        <SaveModal
          fields={fields}
          saved={saved.data ?? undefined}
          schedules={opened === 'schedule'}
          onClose={() => setOpened(undefined)}
          onSaved={(stored) => {
            if (onSaved) onSaved(stored);
            else
              void navigate({
                to: '/investigate/search/',
                search: (before) => ({ ...before, savedQueryId: stored.id }),
                replace: true,
              });
          }}
        />
      )}
    </>
  );
}
