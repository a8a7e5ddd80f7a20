import type { CSSProperties } from 'react';
import { cx } from '../../lib/class-names.ts';
import avatar from './avatar.module.css';
import styles from './logo-tile.module.css';

/**
 * A one-colour logo in a vendor's tile: its shape in the colour of the text, so that it shows in both themes. `logo` is
 * the address of a picture; without it the name's first two letters stand there. `failed` adds a red dot.
 */
export function LogoTile(props: {
  name: string;
  logo?: string | undefined;
  size?: 'sm' | 'md' | 'lg';
  failed?: boolean;
}) {
  const { name, logo, size = 'sm', failed = false } = props;
  return (
    <span className={cx(avatar.tile, size !== 'sm' && avatar[size], failed && avatar.failed)} title={name}>
      {logo ? (
        <span
          className={styles.mark}
          style={
            { '--logo': `url("${logo}")` } as CSSProperties /* React's type knows no custom properties */
          }
          aria-hidden
        />
      ) : (
        name.slice(0, 2)
      )}
    </span>
  );
}
