import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/button.tsx';
import { IconHistory } from '../../ui/icons.ts';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { useRestoreVersion } from './use-versions.ts';

export interface RestoreVersionProps {
  id: string;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  versionId: string;
  number: number;
  liveNumber: number;
  nextNumber: number;
  onRestored: () => void;
}

/** Asks, then saves an old version as the newest one. */
export function RestoreVersion(props: RestoreVersionProps) {
  const { id, name, isOpen, onClose, versionId, number, liveNumber, nextNumber, onRestored } = props;
  const restore = useRestoreVersion(id);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={`Restore version ${number}`}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={<IconHistory size={16} stroke={1.5} aria-hidden />}
            loading={restore.isPending}
            onClick={() =>
              restore.mutate(versionId, {
                onSuccess() {
                  toast.success(`Version ${number} of ${name} restored`);
                  onRestored();
                },
              })
            }
          >
            Restore
          </Button>
        </>
      }
    >
      <p>
        {`Version ${number} of `}
        <b>{name}</b>
        {` becomes version ${nextNumber} and is used from then on. Version ${liveNumber} stays in the history.`}
      </p>
      {restore.error && (
        <Note tone="danger" title="The version is not restored">
          {failureText(restore.error)}
        </Note>
      )}
    </Modal>
  );
}
