import { useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './data-explorer.module.css';
import { isChanged, maxTabs, nameFault } from './query-tabs.ts';
import type { QueryTab } from './query-tabs.ts';
import type { OpenTabs } from './use-query-tabs.ts';

const tabId = (id: string) => `query-tab-${id}`;

/** The open queries. Left and right move, F2 or a double click renames, Delete closes. */
export function TabStrip({ open }: { open: OpenTabs }) {
  const [renamed, setRenamed] = useState<QueryTab>();
  const { tabs, active } = open;
  return (
    <div className={styles.tabs}>
      <div className={styles.tabList} data-queries>
        {/* The tabs alone are the list's own: beside each stands the button that closes it. */}
        <div role="tablist" aria-label="Queries" aria-owns={tabs.map(({ id }) => tabId(id)).join(' ')} />
        {tabs.map((tab, index) => (
          <div
            key={tab.id}
            className={cx(styles.tab, tab.id === active.id && styles.tabActive)}
            role="presentation"
          >
            <button
              type="button"
              role="tab"
              id={tabId(tab.id)}
              aria-selected={tab.id === active.id}
              tabIndex={tab.id === active.id ? 0 : -1}
              title="Double click or F2 to rename"
              onClick={() => open.open(tab.id)}
              onDoubleClick={() => setRenamed(tab)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (step !== undefined) {
                  const next = tabs[(index + step + tabs.length) % tabs.length]!;
                  open.open(next.id);
                  const strip = event.currentTarget.closest('[data-queries]');
                  requestAnimationFrame(() =>
                    strip?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
                  );
                } else if (event.key === 'F2') setRenamed(tab);
                else if (event.key === 'Delete') void open.close(tab);
              }}
            >
              <span className={styles.tabName}>{tab.name}</span>
              {isChanged(tab) && <span className={styles.dot} role="img" aria-label="changed" />}
            </button>
            <IconButton
              size="xs"
              label={`Close ${tab.name}`}
              tabIndex={-1}
              onClick={() => void open.close(tab)}
            >
              <IconX size={12} stroke={1.5} aria-hidden />
            </IconButton>
          </div>
        ))}
      </div>
      <IconButton size="sm" label="New query" disabled={tabs.length >= maxTabs} onClick={() => open.add()}>
        <IconPlus size={16} stroke={1.5} aria-hidden />
      </IconButton>
      {renamed && <Rename tab={renamed} open={open} onClose={() => setRenamed(undefined)} />}
    </div>
  );
}

function Rename({ tab, open, onClose }: { tab: QueryTab; open: OpenTabs; onClose: () => void }) {
  const [name, setName] = useState(tab.name);
  const fault = nameFault(open.tabs, tab.id, name);
  const save = () => {
    if (fault !== undefined) return;
    open.change(tab.id, { name: name.trim() });
    onClose();
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Rename tab"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={fault !== undefined} onClick={save}>
            Rename
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput label="Name" value={name} onChange={setName} error={fault} maxLength={90} required />
      </form>
    </Modal>
  );
}
