import styles from './middle-cut.module.css';

/** So short a text is seldom cut, and stays one piece. */
const shortLength = 24;
const maxTailLength = 20;

/** Where the end begins that tells one name from another: its last part, unless that is long. */
function tailStart(text: string): number {
  const lastPart = text.search(/[^/:.]*$/);
  const isTelling = lastPart > 0 && text.length - lastPart >= 4;
  return isTelling && text.length - lastPart <= maxTailLength ? lastPart : text.length - maxTailLength / 2;
}

/** One line of an id or ARN: where it has no room it is cut in the middle, since such names differ at their ends. */
export function MiddleCut({ text }: { text: string }) {
  if (text.length <= shortLength) return text;
  const at = tailStart(text);
  return (
    <span className={styles.whole} title={text}>
      <span className={styles.head}>{text.slice(0, at)}</span>
      <span className={styles.tail}>{text.slice(at)}</span>
    </span>
  );
}
