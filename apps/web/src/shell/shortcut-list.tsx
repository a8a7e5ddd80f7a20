import { useState, useSyncExternalStore } from 'react';
import type { Shortcut } from '../lib/shortcuts/registry.ts';
import { useShortcutRegistry } from '../lib/shortcuts/use-shortcut.tsx';
import { localText } from '../lib/storage.ts';
import { Switch } from '../ui/inputs/choice.tsx';
import { Kbd } from '../ui/marks/kbd.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import styles from './shell.module.css';

const letters = localText('margay.letterShortcuts');

function byGroup(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  const seen = new Set<string>();
  for (const shortcut of shortcuts) {
    if (seen.has(shortcut.keys)) continue;
    seen.add(shortcut.keys);
    const group = shortcut.group ?? 'Everywhere';
    groups.set(group, [...(groups.get(group) ?? []), shortcut]);
  }
  return [...groups];
}

/** The shortcuts in force on this page, and the switch that turns single letters off. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const registry = useShortcutRegistry();
  const shortcuts = useSyncExternalStore(registry?.subscribe ?? (() => () => undefined), () =>
    registry?.list(),
  );
  const [lettersOn, setLettersOn] = useState(letters.read() !== 'off');
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" width={650}>
      <div className={styles.shortcuts}>
        {byGroup(shortcuts ?? []).map(([group, entries]) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {entries.map((entry) => (
                <li key={entry.keys}>
                  {entry.description}
                  <Kbd keys={entry.keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={styles.switchRow}>
        <Switch
          label="Single letters as shortcuts"
          help="Switch them off if your way of typing triggers them. Combinations keep working."
          checked={lettersOn}
          onChange={(enabled) => {
            letters.write(enabled ? undefined : 'off');
            registry?.setLettersEnabled(enabled);
            setLettersOn(enabled);
          }}
        />
      </div>
    </Modal>
  );
}
