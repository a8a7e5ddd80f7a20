import { useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { queryKindLabels } from '../../lib/saved-search.ts';
import type { QueryKind } from '../../lib/saved-search.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { PickList } from '../../ui/inputs/pick-list.tsx';
import { IconFolderOpen } from '../../ui/icons.ts';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Popover } from '../../ui/overlays/menu.tsx';
import { useSavedSearchPage } from './queries.ts';
import styles from './open-saved.module.css';

/** As many as one answer of the server holds. */
const listed = 100;
const none: ReadonlySet<string> = new Set();

/** Opens one of the saved searches in the screen. */
export function OpenSaved(props: {
  kinds?: readonly QueryKind[];
  onOpen: (id: string) => void;
  isNarrow: boolean;
}) {
  const { kinds, onOpen, isNarrow } = props;
  const [isOpen, setOpen] = useState(false);
  useShortcut({
    keys: 'mod+O',
    description: 'Open a saved search',
    group: 'This page',
    whileTyping: true,
    run: () => setOpen(true),
  });
  const shared = {
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
  } as const;
  const icon = <IconFolderOpen size={16} stroke={1.5} aria-hidden />;
  return (
    <Popover
      label="Open a saved search"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      width={400}
      target={
        isNarrow ? (
          <IconButton label="Open" {...shared}>
            {icon}
          </IconButton>
        ) : (
          <Button variant="quiet" icon={icon} {...shared}>
            Open
          </Button>
        )
      }
    >
      {isOpen && (
        <SavedList
          kinds={kinds}
          onOpen={(id) => {
            setOpen(false);
            onOpen(id);
          }}
        />
      )}
    </Popover>
  );
}

function SavedList(props: { kinds: readonly QueryKind[] | undefined; onOpen: (id: string) => void }) {
  const { kinds, onOpen } = props;
  const saved = useSavedSearchPage({
    page: 1,
    pageSize: listed,
    sortBy: 'updatedAt',
    sortDir: 'descending',
  });
  if (saved.isError)
    return (
      <FailedState
        title="The saved searches could not be loaded"
        message={failureText(saved.error)}
        onRetry={() => void saved.refetch()}
      />
    );
  if (!saved.data) return <SkeletonLines lines={6} label="Loading saved searches" />;
  const { searches, total } = saved.data;
  const fitting = searches.filter(({ queryKind }) => kinds?.includes(queryKind) ?? true);
  if (total === 0)
    return <p className={styles.note}>Nothing is saved yet. Save keeps the search of this page.</p>;
  return (
    <>
      <PickList
        label="Saved searches"
        searchLabel="Name"
        options={fitting.map(({ id, name, queryKind, schedule }) => ({
          value: id,
          label: name,
          detail: `${queryKindLabels[queryKind]}${schedule ? ', scheduled' : ''}`,
        }))}
        selected={none}
        onPick={onOpen}
        lines={2}
      />
      {total > searches.length && (
        <p className={styles.note}>
          The {formatCount(searches.length)} changed last of {formatCount(total)}. Saved Searches lists them
          all.
        </p>
      )}
    </>
  );
}
