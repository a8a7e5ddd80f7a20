import { toast } from '../../ui/overlays/toast.ts';
import { RestoreDialog, type RestoreDialogProps } from './restore-dialog.tsx';
import { useRestoreVersion } from './use-versions.ts';

export interface RestoreVersionProps extends Pick<
  RestoreDialogProps,
  'name' | 'isOpen' | 'onClose' | 'number' | 'liveNumber' | 'nextNumber'
> {
  id: string;
  versionId: string;
  onRestored: () => void;
}

/** Asks, then saves an old version as the newest one. */
export function RestoreVersion({ id, versionId, onRestored, ...rest }: RestoreVersionProps) {
  const restore = useRestoreVersion(id);
  return (
    <RestoreDialog
      {...rest}
      doing="is used"
      isPending={restore.isPending}
      error={restore.error}
      onRestore={() =>
        restore.mutate(versionId, {
          onSuccess() {
            toast.success(`Version ${rest.number} of ${rest.name} restored`);
            onRestored();
          },
        })
      }
    />
  );
}
