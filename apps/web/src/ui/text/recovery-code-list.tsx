import { Note } from '../layout/note.tsx';
import { CodeBlock } from './code-block.tsx';
import styles from './recovery-code-list.module.css';

/** Codes for the day a second factor is lost, with a way to keep them. The server can never show them again. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Margay recovery codes\n\n${text}\n`)}`;
  return (
    <>
      <CodeBlock code={text} label="Recovery codes" />
      <a href={file} download="margay-recovery-codes.txt" className={styles.link}>
        Download as a file
      </a>
      <Note tone="warning">They are shown only this once. Keep them where your phone is not.</Note>
    </>
  );
}
