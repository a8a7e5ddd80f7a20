import { personName } from '../../lib/person-name.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import type { User } from './queries.ts';
import styles from './users.module.css';

/** What is shown once: the server keeps only a hash. It stays until the administrator says so, and is gone then. */
export type ShownOnce =
  | { kind: 'password'; user: User; password: string }
  | { kind: 'link'; user: User; url: string };

const titles = { password: 'Temporary password', link: 'One-time link' } as const;

export function ShownOnceDialog({ shown, onClose }: { shown: ShownOnce; onClose: () => void }) {
  const { user } = shown;
  const title = titles[shown.kind];
  const secret = shown.kind === 'password' ? shown.password : shown.url;
  return (
    <Modal
      isOpen
      title={title}
      actions={
        <>
          <Button onClick={() => void copyText(secret)}>Copy</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {shown.kind === 'password' ? (
          <p>
            {personName(user)} signs in once with <b>{user.email}</b> and this password, within seven days,
            and then chooses another one.
          </p>
        ) : (
          <p>
            Whoever opens this link within an hour sets a new password for <b>{user.email}</b>, once. Until
            then the password so far counts.
          </p>
        )}
        <CodeBlock code={secret} label={title} wrap />
        <Note tone="warning">
          It is shown only this once. Hand it over in a way that nobody else can read.
        </Note>
      </div>
    </Modal>
  );
}
