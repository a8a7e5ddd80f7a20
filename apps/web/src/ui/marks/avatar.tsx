import type { CSSProperties } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './avatar.module.css';

/** A stable hue from 0 to 359 for an id. */
export function hueOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % 360;
}

/** The first letters of the first and the last word, or of an email's local part. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return letters.map((word) => word.charAt(0).toUpperCase()).join('');
}

/** A person as initials on a hue of their own; nobody as a dashed ring. Decorative, and no text: write the name beside it. */
export function Avatar({
  id,
  name,
  size = 'sm',
}: {
  id?: string | undefined;
  name?: string | undefined;
  size?: 'sm' | 'lg';
}) {
  if (!id)
    return <span className={cx(styles.avatar, styles.nobody, size === 'lg' && styles.lg)} aria-hidden />;
  return (
    <span
      className={cx(styles.avatar, size === 'lg' && styles.lg)}
      style={{ '--hue': hueOf(id) } as CSSProperties /* React's type knows no custom properties */}
      data-initials={initialsOf(name ?? id)}
      aria-hidden
    />
  );
}

/** A vendor's logo, else two letters, in a 20, 28 or 40 px tile. `failed` adds a red dot. */
export function VendorTile(props: {
  name: string;
  logo?: string | undefined;
  size?: 'sm' | 'md' | 'lg';
  failed?: boolean;
}) {
  const { name, logo, size = 'sm', failed = false } = props;
  return (
    <span className={cx(styles.tile, size !== 'sm' && styles[size], failed && styles.failed)} title={name}>
      {logo ? <img src={logo} alt="" /> : name.slice(0, 2)}
    </span>
  );
}
