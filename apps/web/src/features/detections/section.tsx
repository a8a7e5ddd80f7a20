import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import styles from './rule-editor.module.css';

/** The number of a step in its ring. */
export function StepNumber({ number }: { number: number }) {
  return (
    <span className={styles.step} aria-hidden>
      {number}
    </span>
  );
}

/** A numbered part of the settings; its head folds it. */
export function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  return (
    <section className={styles.section}>
      {/* Not a button: a fieldset that is switched off would take it along. */}
      <h2>
        <span
          role="button"
          tabIndex={0}
          className={styles.sectionHead}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            setOpen(!isOpen);
          }}
        >
          <StepNumber number={number} />
          {title}
          <IconChevronDown
            size={16}
            stroke={1.5}
            aria-hidden
            className={cx(styles.chevron, !isOpen && styles.folded)}
          />
        </span>
      </h2>
      {isOpen && (
        <div id={id} className={styles.sectionBody}>
          {children}
        </div>
      )}
    </section>
  );
}
