import { failureText } from '../../lib/graphql/request-error.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeleteSource } from './queries.ts';
import type { SourceTeaser } from './queries.ts';

/** Asks, deletes and says so. True when the source is gone. */
export function useConfirmDelete() {
  const confirm = useConfirm();
  const remove = useDeleteSource();
  return async (source: Pick<SourceTeaser, 'integrationId' | 'integrationLabel'>): Promise<boolean> => {
    const label = source.integrationLabel;
    const isSure = await confirm({
      title: 'Delete log source',
      message: `${label} stops accepting logs at once. Events it has sent stay searchable.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return false;
    return remove.mutateAsync(source.integrationId).then(
      () => {
        toast.success(`${label} is deleted`);
        return true;
      },
      (error: unknown) => {
        toast.error({ title: `${label} could not be deleted`, message: failureText(error) });
        return false;
      },
    );
  };
}
