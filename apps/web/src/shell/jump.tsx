import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useUser } from '../lib/session/session-context.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import {
  addressOf,
  buildScreens,
  helpScreens,
  isScreenPermitted,
  screenExists,
  settingsScreens,
  sideGroups,
} from './navigation.ts';
import styles from './shell.module.css';

interface Target {
  label: string;
  where: string;
  address: string;
}

const alertId = /^[0-9a-f]{32}$/i;

/** Screens whose name holds the words, in order; first those that start with the text. */
export function matchTargets(targets: readonly Target[], text: string): Target[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const hits = targets.filter((target) =>
    words.every((word) => `${target.where} ${target.label}`.toLowerCase().includes(word)),
  );
  const starts = (target: Target) => (target.label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return hits.toSorted((a, b) => starts(a) - starts(b));
}

/** Goes to a screen by its name, or to an alert by its id. */
export function Jump({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const router = useRouter();
  const user = useUser();
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const listId = useId();
  const screens = [
    ...sideGroups.flatMap((group) => group.links.map((link) => ({ screen: link, where: group.label ?? '' }))),
    ...buildScreens.map((screen) => ({ screen, where: 'Build' })),
    ...settingsScreens.map((screen) => ({ screen, where: 'Settings' })),
    ...helpScreens.map((screen) => ({ screen, where: 'Help' })),
  ];
  const targets = screens
    .filter(({ screen }) => user && screenExists(router, screen) && isScreenPermitted(screen, user))
    .map(({ screen, where }): Target => ({ label: screen.label, where, address: addressOf(screen) }));
  const id = text.trim();
  const found = alertId.test(id)
    ? [{ label: `Alert ${id}`, where: 'Alerts', address: `/alerts-and-errors/${id}/` }]
    : matchTargets(targets, text);

  function close() {
    setText('');
    setCursor(0);
    onClose();
  }
  function go(target: Target | undefined) {
    if (!target) return;
    close();
    router.history.push(target.address);
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title="Jump to">
      <input
        className={styles.jumpInput}
        role="combobox"
        aria-label="Screen or alert id"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[cursor] ? `${listId}-${cursor}` : undefined}
        placeholder="Screen or alert id"
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setCursor(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) setCursor(Math.max(0, Math.min(found.length - 1, cursor + step)));
          else if (event.key === 'Enter') go(found[cursor]);
          else return;
          event.preventDefault();
        }}
      />
      <div id={listId} role="listbox" aria-label="Places" className={styles.jumpList}>
        {found.map((target, index) => (
          <div
            key={target.address}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === cursor}
            className={styles.jumpItem}
            onClick={() => go(target)}
            onKeyDown={() => undefined}
            onMouseMove={() => setCursor(index)}
          >
            {target.label}
            <span className={styles.jumpWhere}>{target.where}</span>
          </div>
        ))}
        {found.length === 0 && <div className={styles.jumpItem}>No Results</div>}
      </div>
    </Modal>
  );
}
