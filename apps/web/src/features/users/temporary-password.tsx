import { personName } from '../../lib/person-name.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import type { WithPassword } from './queries.ts';
import styles from './users.module.css';

/** The server keeps only a hash: it stays until the administrator says so, and is gone then. */
export function TemporaryPassword({ of, onClose }: { of: WithPassword; onClose: () => void }) {
  const { user, temporaryPassword } = of;
  return (
    <Modal
      isOpen
      title="Temporary password"
      actions={
        <>
          <Button onClick={() => void copyText(temporaryPassword)}>Copy</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          {personName(user)} signs in once with <b>{user.email}</b> and this password, within seven days, and
          then chooses another one.
        </p>
        <CodeBlock code={temporaryPassword} label="Temporary password" />
        <Note tone="warning">
          It is shown only this once. Hand it over in a way that nobody else can read.
        </Note>
      </div>
    </Modal>
  );
}
