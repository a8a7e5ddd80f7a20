import { Button } from '../../ui/inputs/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { ChangeList } from './change-list.tsx';
import styles from './history.module.css';
import { useUser } from '../../lib/session/session-context.tsx';
import { usePeople } from './use-people.ts';
import type { VersionShape } from './version-shape.ts';

interface Saved {
  displayName: string;
  lastModified: string;
  lastModifiedBy: string | null;
}

export interface SaveConflictProps<Theirs extends Saved, Definition> {
  shape: VersionShape<Definition>;
  /** The version somebody else saved; undefined while there is no conflict. */
  theirs: Theirs | undefined;
  /** The same as the history reads it. */
  before: Definition | undefined;
  mine: Definition;
  isSaving: boolean;
  onReload: (theirs: Theirs) => void;
  onOverwrite: (theirs: Theirs) => void;
  onClose: () => void;
}

/** Somebody else saved first: shows what an overwrite would change, and lets the person choose. */
export function SaveConflict<Theirs extends Saved, Definition>(props: SaveConflictProps<Theirs, Definition>) {
  const { shape, theirs, before, mine, isSaving, onReload, onOverwrite, onClose } = props;
  const people = usePeople();
  const user = useUser();
  const isOwn = theirs !== undefined && theirs.lastModifiedBy === user?.id;
  return (
    <Modal
      isOpen={theirs !== undefined}
      onClose={onClose}
      width={650}
      title={isOwn ? 'Changed since you opened it' : 'Changed by somebody else'}
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
      {theirs && before !== undefined && (
        <>
          <p>
            {isOwn ? 'You' : ((theirs.lastModifiedBy && people.get(theirs.lastModifiedBy)) ?? 'Somebody')}{' '}
            saved <b>{theirs.displayName}</b> at <Time at={theirs.lastModified} />, after you opened it
            {isOwn ? ' here' : ''}. Reload shows that version and discards your changes here. Overwrite saves
            them as the next version; the other stays in the history.
          </p>
          <h3 className={styles.modalHead}>From the saved version to yours</h3>
          <div className={styles.modalDiff}>
            <ChangeList shape={shape} before={before} after={mine} />
          </div>
        </>
      )}
    </Modal>
  );
}
