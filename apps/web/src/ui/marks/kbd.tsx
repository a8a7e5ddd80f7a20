import { cx } from '../../lib/class-names.ts';
import { keyLabel } from '../../lib/shortcuts/keys.ts';
import styles from './kbd.module.css';

/** A key or a combination as it is printed on this person's keyboard, for instance `mod+K` → ⌘K or Ctrl K. */
export function Kbd({ keys, bare }: { keys: string; bare?: boolean }) {
  return <kbd className={cx(styles.kbd, bare && styles.bare)}>{keyLabel(keys)}</kbd>;
}
