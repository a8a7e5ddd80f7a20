import type { ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';
import shared from '../alert-parts.module.css';
import styles from './part.module.css';

/** A part of an alert's page under its own heading. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={cx(shared.links, styles.part)}>
      <header className={styles.partHead}>
        <h2 className={shared.heading}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
