import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { RadioGroup } from '../../ui/inputs/choice.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import styles from './api-tokens.module.css';
import { useRotateToken } from './queries.ts';
import type { ApiToken } from './queries.ts';

const overlaps = [
  { value: '0', label: 'It stops at once', help: 'For a value that somebody else may have seen' },
  { value: '1', label: '1 hour more' },
  { value: '8', label: '8 hours more' },
  { value: '24', label: '24 hours more' },
] as const;
type Overlap = (typeof overlaps)[number]['value'];

export interface RotateTokenProps {
  token: ApiToken;
  onClose: () => void;
  onRotated: (rotated: { token: ApiToken; value: string }) => void;
}

/** Asks how long the value so far counts, and makes a new one. */
export function RotateToken({ token, onClose, onRotated }: RotateTokenProps) {
  const [overlap, setOverlap] = useState<Overlap>('0');
  const rotate = useRotateToken();
  const send = () =>
    rotate.mutate(
      { id: token.id, overlapHours: Number(overlap) },
      {
        onSuccess: ({ token: rotated, value }) => {
          if (value !== null) onRotated({ token: rotated, value });
        },
      },
    );
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Rotate API Token"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={rotate.isPending} onClick={send}>
            Rotate
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p className={styles.text}>
          {`${token.name} gets a new value and keeps all else. How long does the old value count?`}
        </p>
        <RadioGroup
          label="How long the old value counts"
          options={overlaps}
          value={overlap}
          onChange={setOverlap}
        />
        {rotate.error && (
          <Note tone="danger" title="The token is not rotated">
            {failureText(rotate.error)}
          </Note>
        )}
      </div>
    </Modal>
  );
}
