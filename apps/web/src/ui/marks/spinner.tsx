import styles from './spinner.module.css';

/** Work in progress, 14 px, in the colour of the text around it. Pass a label when no words stand beside it. */
export function Spinner({ label }: { label?: string }) {
  return label ? (
    <span className={styles.spinner} role="status" aria-label={label} />
  ) : (
    <span className={styles.spinner} aria-hidden />
  );
}
