import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './rule-history.module.css';
import { ChangeList } from './change-list.tsx';
import { usePeople } from './queries.ts';
import type { Rule } from './queries.ts';
import { inputOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';

export interface ConflictModalProps {
  /** The version somebody else saved; undefined while there is no conflict. */
  theirs: Rule | undefined;
  draft: RuleDraft;
  isSaving: boolean;
  onReload: (theirs: Rule) => void;
  onOverwrite: (theirs: Rule) => void;
  onClose: () => void;
}

/** Somebody else saved first: shows what an overwrite would change, and lets the person choose. */
export function ConflictModal(props: ConflictModalProps) {
  const { theirs, draft, isSaving, onReload, onOverwrite, onClose } = props;
  const people = usePeople();
  return (
    <Modal
      isOpen={theirs !== undefined}
      onClose={onClose}
      width={650}
      title="Changed by somebody else"
      actions={
        theirs && (
          <>
            <Button data-autofocus onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => onReload(theirs)}>Reload</Button>
            <Button variant="danger" loading={isSaving} onClick={() => onOverwrite(theirs)}>
              Overwrite
            </Button>
          </>
        )
      }
    >
      {theirs && (
        <>
          <p>
            {(theirs.lastModifiedBy && people.get(theirs.lastModifiedBy)) ?? 'Somebody'} saved{' '}
            <b>{theirs.displayName}</b> at <Time at={theirs.lastModified} />, after you opened it. Reload
            shows that version and discards your changes. Overwrite saves yours as the next version; theirs
            stays in the history.
          </p>
          <h3 className={styles.modalHead}>From theirs to yours</h3>
          <div className={styles.modalDiff}>
            <ChangeList before={theirs} after={inputOf(draft, { isNew: false })} />
          </div>
        </>
      )}
    </Modal>
  );
}
