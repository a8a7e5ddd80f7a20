import { useSyncExternalStore } from 'react';
import { Button } from '../ui/inputs/button.tsx';
import { LazyModal } from '../ui/overlays/lazy-modal.tsx';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Open for as long as the browser has no network. It cannot be closed: nothing would work behind it. */
export function OfflineModal() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <LazyModal
      isOpen={!isOnline}
      title="No Internet Connection"
      actions={
        <Button disabled loading>
          Reconnecting
        </Button>
      }
    >
      This browser has no network. The console goes on by itself as soon as it is back.
    </LazyModal>
  );
}
