import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { IconBookmark } from '../../ui/icons.ts';
import { useSavedSearch } from './queries.ts';
import { SaveModal } from './save-modal.tsx';

/** The button that saves the search on the screen. */
export function SaveSearch(props: {
  fields: SavedSearchFields | undefined;
  missing?: string | undefined;
  savedQueryId: string | undefined;
  onSaved?: (saved: { id: string; name: string }) => void;
  label?: string;
}) {
  const { fields, savedQueryId, onSaved, label = 'Save' } = props;
  const unfinished = fields ? undefined : (props.missing ?? 'Finish the search first');
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const forbidden = useMissingPermission('DataAnalyticsModify');
  const saved = useSavedSearch(savedQueryId);
  return (
    <>
      <Button
        variant="quiet"
        icon={<IconBookmark size={16} stroke={1.5} aria-hidden />}
        loading={isOpen && saved.isLoading}
        disabledReason={forbidden ?? unfinished}
        tooltip={saved.data ? `Opened from ${saved.data.name}` : undefined}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && fields && !saved.isLoading && (
        <SaveModal
          fields={fields}
          saved={saved.data ?? undefined}
          onClose={() => setOpen(false)}
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
