import { useEffect, useState } from 'react';
import { onStorageFailure } from '../lib/storage.ts';
import { Button } from '../ui/inputs/button.tsx';
import { LazyModal } from '../ui/overlays/lazy-modal.tsx';

/** Says when the browser refused to keep something, with its own words. */
export function StorageAlert() {
  const [message, setMessage] = useState<string>();
  useEffect(() => onStorageFailure(setMessage), []);
  const close = () => setMessage(undefined);
  return (
    <LazyModal
      isOpen={message !== undefined}
      onClose={close}
      title="This browser could not keep a setting"
      actions={
        <Button onClick={close} data-autofocus>
          Close
        </Button>
      }
    >
      {message}
    </LazyModal>
  );
}
