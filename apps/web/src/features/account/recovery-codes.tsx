import { Button } from '../../ui/inputs/button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Note } from '../../ui/layout/note.tsx';
import styles from './account.module.css';
import { AccountTitle } from './account-layout.tsx';

/** Codes for the day the phone is lost. The server can never show them again, so nobody goes on without having seen them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Margay recovery codes\n\n${text}\n`)}`;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onKept();
      }}
    >
      <AccountTitle title="Keep your recovery codes">
        Each signs you in once in place of a code from your app, should you lose it.
      </AccountTitle>
      <CodeBlock code={text} label="Recovery codes" />
      <a href={file} download="margay-recovery-codes.txt" className={styles.link}>
        Download as a file
      </a>
      <Note tone="warning">They are shown only this once. Keep them where your phone is not.</Note>
      <Button type="submit" variant="primary" size="lg">
        I have kept them
      </Button>
    </form>
  );
}
