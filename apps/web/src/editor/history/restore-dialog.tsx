import type { ReactNode } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { IconHistory } from '../../ui/icons.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Note } from '../../ui/layout/note.tsx';

export interface RestoreDialogProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  number: number;
  liveNumber: number;
  nextNumber: number;
  /** What the new version does from then on, as `is used`. */
  doing: string;
  isPending: boolean;
  error: Error | null;
  onRestore: () => void;
  /** What is known of the old version. */
  children?: ReactNode;
}

/** Asks whether an old version is to become the newest one. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { name, isOpen, onClose, number, liveNumber, nextNumber, doing, isPending, error, onRestore } = props;
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
            loading={isPending}
            onClick={onRestore}
          >
            Restore
          </Button>
        </>
      }
    >
      <p>
        {`Version ${number} of `}
        <b>{name}</b>
        {` becomes version ${nextNumber} and ${doing} from then on. Version ${liveNumber} stays in the history.`}
      </p>
      {props.children}
      {error && (
        <Note tone="danger" title="The version is not restored">
          {failureText(error)}
        </Note>
      )}
    </Modal>
  );
}
