import { countOf } from '../../lib/format-number.ts';
import type { RuleTeaser } from './queries.ts';
import styles from './rule-list.module.css';

/** The line of a detection's text that a search in code found, with what was looked for marked. */
export function CodeLineCell({ found, wanted }: { found: RuleTeaser['codeLine']; wanted: string }) {
  if (!found) return null;
  const { line, text, count } = found;
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  const end = at + wanted.length;
  return (
    <span className={styles.codeLine} title={text}>
      <span className={styles.codePlace}>{`L${line} `}</span>
      {at < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <mark className={styles.codeMark}>{text.slice(at, end)}</mark>
          {text.slice(end)}
        </>
      )}
      {count > 1 && (
        <span
          className={styles.codePlace}
          title={`${countOf(count, 'line')} hold it`}
        >{` +${count - 1}`}</span>
      )}
    </span>
  );
}
