import type { AlertStatus } from '@margay/model';
import { useState } from 'react';
import type { Ref } from 'react';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconChevronDown, IconMessage } from '../../../ui/icons.ts';
import { Menu, Popover } from '../../../ui/overlays/menu.tsx';
import { statusLabels } from '../../../ui/marks/status.tsx';
import type { Selection } from '../../../ui/table/selection.ts';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import styles from '../alerts.module.css';
import { assigneeEntries, statusEntries } from '../edit-menus.tsx';
import { personName } from '../../../lib/person-name.ts';
import type { ListedPerson } from '../queries.ts';
import type { AlertEdit } from '../use-alert-edits.ts';

export interface BulkBarProps {
  selection: Selection;
  matchCount: number | undefined;
  people: readonly ListedPerson[];
  ownId: string | undefined;
  /** Why the person may not edit, or undefined. */
  missing: string | undefined;
  isApplying: boolean;
  onApply: (edit: AlertEdit) => void;
  /** The two menus' buttons, for the shortcuts. */
  statusRef: Ref<HTMLButtonElement>;
  assigneeRef: Ref<HTMLButtonElement>;
}

const chevron = <IconChevronDown size={14} stroke={1.5} aria-hidden />;

/** What is done to the selected alerts: chosen first, applied together. */
export function BulkBar(props: BulkBarProps) {
  const { selection, matchCount, people, ownId, missing, isApplying, onApply, statusRef, assigneeRef } =
    props;
  const [edit, setEdit] = useState<AlertEdit>({});
  const [isWriting, setWriting] = useState(false);
  const isSelecting = selection.ids.size > 0 || selection.isAll;
  if (!isSelecting && Object.keys(edit).length > 0) setEdit({});
  const person = people.find(({ id }) => id === edit.assigneeId);
  const hasChange = edit.status !== undefined || edit.assigneeId !== undefined || Boolean(edit.comment);
  return (
    <SelectionBar selection={selection} {...(matchCount === undefined ? {} : { matchCount })}>
      <Menu
        label="Set status"
        position="top-start"
        entries={statusEntries(edit.status, (status: AlertStatus) => setEdit({ ...edit, status }), missing)}
      >
        <Button ref={statusRef} size="sm" trailing={chevron}>
          {edit.status ? statusLabels[edit.status] : 'Set status'}
        </Button>
      </Menu>
      <Menu
        label="Assign to"
        position="top-start"
        entries={assigneeEntries({
          people,
          current: person ?? (edit.assigneeId === null ? null : undefined),
          ownId,
          onPick: (assigneeId) => setEdit({ ...edit, assigneeId }),
          reason: missing,
        })}
      >
        <Button ref={assigneeRef} size="sm" trailing={chevron}>
          {person ? personName(person) : edit.assigneeId === null ? 'Unassigned' : 'Assign to'}
        </Button>
      </Menu>
      <Popover
        label="Comment"
        width={340}
        isOpen={isWriting}
        onClose={() => setWriting(false)}
        target={
          <Button
            size="sm"
            icon={<IconMessage size={16} stroke={1.5} aria-hidden />}
            disabledReason={missing}
            aria-haspopup="dialog"
            onClick={() => setWriting(!isWriting)}
          >
            {edit.comment ? 'Comment written' : 'Comment'}
          </Button>
        }
      >
        <div className={styles.commentBox}>
          <TextArea
            label="Comment on each selected alert"
            rows={4}
            value={edit.comment ?? ''}
            onChange={(comment) => setEdit({ ...edit, comment })}
          />
          <Button size="sm" onClick={() => setWriting(false)}>
            Done
          </Button>
        </div>
      </Popover>
      <Button
        size="sm"
        variant="primary"
        disabled={!hasChange}
        disabledReason={missing}
        loading={isApplying}
        onClick={() => onApply(edit)}
      >
        Apply
      </Button>
    </SelectionBar>
  );
}
