import { severities } from '@margay/model';
import type { Severity } from '@margay/model';
import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../inputs/button.tsx';
import { Menu, Popover } from '../overlays/menu.tsx';
import { TagInput } from '../inputs/select.tsx';
import { severityLabels } from '../marks/severity.tsx';
import { toast } from '../overlays/toast.ts';
import styles from './bulk-edit-bar.module.css';
import type { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

/** What is changed of everything chosen. */
export interface BulkChange {
  severity?: Severity;
  addTags?: string[];
  removeTags?: string[];
}

/** The rows a change may be made of: the severity of a managed detection may be set, its tags may not. */
export const openTo = <Row extends { managed: boolean }>(change: BulkChange, rows: readonly Row[]) =>
  rows.filter(({ managed }) => !managed || change.severity !== undefined);

/** Each action tells whether the selection has done its duty; what it throws is told in a toast. */
export interface BulkEditBarProps {
  selection: ReturnType<typeof useSelection>;
  matchCount: number;
  /** Why the person may change nothing; undefined: they may. */
  disabledReason: string | undefined;
  onSwitch: (enabled: boolean) => Promise<boolean>;
  onEdit: (change: BulkChange) => Promise<boolean>;
  onDelete: () => Promise<boolean>;
  /** What can be done without changing anything. */
  more?: readonly { label: string; run: () => Promise<boolean> }[];
}

/** Switch, severity, tags and deletion for all rows that are chosen. */
export function BulkEditBar(props: BulkEditBarProps) {
  const { selection, matchCount, disabledReason, onSwitch, onEdit, onDelete, more = [] } = props;
  const [busyWith, setBusyWith] = useState<string>();
  async function act(what: string, action: () => Promise<boolean>) {
    setBusyWith(what);
    try {
      if (await action()) selection.clear();
    } catch (error) {
      toast.error({ title: `${what} failed`, message: failureText(error) });
    } finally {
      setBusyWith(undefined);
    }
  }
  return (
    <SelectionBar selection={selection} matchCount={matchCount}>
      {[true, false].map((enabled) => {
        const label = enabled ? 'Enable' : 'Disable';
        return (
          <Button
            key={label}
            size="sm"
            loading={busyWith === label}
            disabledReason={disabledReason}
            onClick={() => void act(label, () => onSwitch(enabled))}
          >
            {label}
          </Button>
        );
      })}
      <Menu
        label="Severity of the selection"
        position="top-start"
        entries={severities.toReversed().map((severity) => ({
          label: severityLabels[severity],
          reason: disabledReason,
          onSelect: () => void act('Severity', () => onEdit({ severity })),
        }))}
      >
        <Button size="sm" loading={busyWith === 'Severity'} disabledReason={disabledReason}>
          Severity
        </Button>
      </Menu>
      <TagSelection
        isBusy={busyWith === 'Tags'}
        disabledReason={disabledReason}
        onEdit={(change) => void act('Tags', () => onEdit(change))}
      />
      {more.map(({ label, run }) => (
        <Button key={label} size="sm" onClick={() => void act(label, run)}>
          {label}
        </Button>
      ))}
      <Button
        size="sm"
        variant="danger"
        loading={busyWith === 'Delete'}
        disabledReason={disabledReason}
        onClick={() => void act('Delete', onDelete)}
      >
        Delete
      </Button>
    </SelectionBar>
  );
}

/** Tags to put on everything chosen, or to take away. */
function TagSelection(props: {
  isBusy: boolean;
  disabledReason: string | undefined;
  onEdit: (change: { addTags?: string[]; removeTags?: string[] }) => void;
}) {
  const { isBusy, disabledReason, onEdit } = props;
  const [isOpen, setOpen] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  const apply = (change: Parameters<typeof onEdit>[0]) => {
    onEdit(change);
    setOpen(false);
    setTags([]);
  };
  return (
    <Popover
      label="Tags of the selection"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <Button size="sm" loading={isBusy} disabledReason={disabledReason} onClick={() => setOpen(!isOpen)}>
          Tags
        </Button>
      }
    >
      <TagInput label="Tags" help="Enter or a comma adds one" value={tags} onChange={setTags} />
      <span className={styles.tagButtons}>
        <Button size="sm" disabled={tags.length === 0} onClick={() => apply({ removeTags: tags })}>
          Remove
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={tags.length === 0}
          onClick={() => apply({ addTags: tags })}
        >
          Add
        </Button>
      </span>
    </Popover>
  );
}
