import { useNavigate } from '@tanstack/react-router';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { IconCopy, IconEye, IconPencil, IconTrash } from '../../ui/icons.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeleteRole } from './queries.ts';
import type { Role } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What can be done to a role from the list and from its editor. */
export function useRoleActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useDeleteRole();
  const noModify = useMissingPermission('UserModify');

  async function askDelete({ id, name }: Role) {
    const isSure = await confirm({
      title: 'Delete Role',
      message: `Are you sure you want to delete the role ${name}? People who have it keep it from being deleted.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync(id);
      toast.success(`${name} deleted`);
      onDeleted?.();
    } catch (error) {
      toast.error({ title: `${name} could not be deleted`, message: failureText(error) });
    }
  }
  const commonMenu = (role: Role): MenuEntry[] => [
    {
      label: 'Make another role from it',
      icon: <IconCopy {...icon} />,
      reason: noModify,
      onSelect: () => void navigate({ to: '/settings/roles/new/', search: { clone: role.id } }),
    },
    { kind: 'line' },
    {
      label: 'Delete',
      icon: <IconTrash {...icon} />,
      danger: true,
      reason: noModify ?? (role.isReserved ? `The role ${role.name} always stays.` : undefined),
      onSelect: () => void askDelete(role),
    },
  ];
  const menuOf = (role: Role): MenuEntry[] => [
    {
      ...(role.isReserved || noModify !== undefined
        ? { label: 'View', icon: <IconEye {...icon} /> }
        : { label: 'Edit', icon: <IconPencil {...icon} /> }),
      onSelect: () => void navigate({ to: '/settings/roles/$roleId/edit/', params: { roleId: role.id } }),
    },
    ...commonMenu(role),
  ];
  return { menuOf, commonMenu, noModify };
}
