import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { Modal } from '../overlays/modal.tsx';

/**
 * Asks before unsaved changes are lost: on closing the window, and on going to a different path. A change of the
 * query part or of the same path does not ask.
 */
export function UnsavedChangesPrompt({
  when,
  what = 'this page',
  title = 'Discard Changes',
  message = `There are changes on ${what} that are not saved. Leaving discards them.`,
}: {
  when: boolean;
  what?: string;
  /** Where something else than changes is lost. */
  title?: string;
  message?: string;
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  return (
    <Modal
      isOpen={isBlocked}
      onClose={() => blocker.reset?.()}
      title={title}
      actions={
        <>
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            Confirm
          </Button>
        </>
      }
    >
      {message}
    </Modal>
  );
}
