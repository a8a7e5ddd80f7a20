import { valueAt, valueText } from '@margay/kit';
import type { ResultEdge } from '../../../lib/data-lake/queries.ts';
import styles from './detailed-row.module.css';

/** Px: three lines of pairs. */
export const detailedRowPx = 78;
/** Pairs that can come into sight on three lines. */
const maxPairs = 40;
const maxValueLength = 160;

/** Lists are written without brackets, as in the table. */
const wordsOf = (value: unknown) =>
  Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value);

/**
 * All fields of a row as pairs: the chosen columns first, then its own fields, then the standard ones. To the table each
 * pair is a cell of its own, with the buttons and the menu of its value.
 */
export function DetailedRow({ edge, names }: { edge: ResultEdge; names: readonly string[] }) {
  const { node } = edge;
  const rest = Object.keys(node)
    .filter((name) => !names.includes(name))
    .toSorted((a, b) => Number(a.startsWith('p_')) - Number(b.startsWith('p_')));
  const pairs = [...names, ...rest]
    .filter((name) => name !== 'p_event_time')
    .map((name) => ({ name, text: wordsOf(valueAt(node, name)) }))
    .filter(({ text }) => text !== '');
  return (
    <div className={styles.pairs}>
      {pairs.slice(0, maxPairs).map(({ name, text }) => (
        <span key={name} className={styles.pair} data-column={name}>
          <span className={styles.name}>{name}</span>{' '}
          {text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text}{' '}
        </span>
      ))}
    </div>
  );
}
