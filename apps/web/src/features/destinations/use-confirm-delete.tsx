import { failureText } from '../../lib/graphql/request-error.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeleteDestination } from './queries.ts';
import type { Destination } from './queries.ts';

/** Asks, deletes and says so. True when the destination is gone. */
export function useConfirmDelete() {
  const confirm = useConfirm();
  const remove = useDeleteDestination();
  return async ({ outputId, displayName }: Pick<Destination, 'outputId' | 'displayName'>) => {
    const isSure = await confirm({
      title: 'Delete destination',
      message: `${displayName} gets no more alerts. Detections that name it fall back to the other destinations.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return false;
    return remove.mutateAsync(outputId).then(
      () => {
        toast.success(`${displayName} is deleted`);
        return true;
      },
      (error: unknown) => {
        toast.error({ title: `${displayName} could not be deleted`, message: failureText(error) });
        return false;
      },
    );
  };
}
