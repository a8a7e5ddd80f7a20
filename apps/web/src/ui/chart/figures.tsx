import styles from './chart.module.css';

export interface BigFigure {
  name: string;
  value: string;
}

/** Single numbers, large, with what they count. */
export function BigFigures({ label, figures }: { label: string; figures: readonly BigFigure[] }) {
  return (
    <dl className={styles.bigFigures} aria-label={label}>
      {figures.map((figure) => (
        <div key={figure.name}>
          <dt className={styles.figureName}>{figure.name}</dt>
          <dd className={styles.bigFigure}>{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
