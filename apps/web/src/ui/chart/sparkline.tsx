import styles from './chart.module.css';

const widthPx = 70;
const heightPx = 18;

/** A grey line of bars 70 × 18 without axis. Write the number beside it; `label` says what it shows. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(1, ...values);
  const step = widthPx / Math.max(1, values.length);
  return (
    <svg className={styles.spark} width={widthPx} height={heightPx} role="img" aria-label={label}>
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / max) * heightPx);
        return (
          <rect
            key={index}
            x={index * step}
            y={heightPx - height}
            width={Math.max(1, step - 1)}
            height={height}
            fill={value === 0 ? 'var(--mg-line-3)' : 'var(--mg-axis)'}
          />
        );
      })}
    </svg>
  );
}
