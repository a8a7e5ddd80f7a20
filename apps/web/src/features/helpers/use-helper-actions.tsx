import { useNavigate } from '@tanstack/react-router';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { IconCopy, IconEye, IconPencil, IconTrash } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeleteHelpers } from './queries.ts';
import type { Helper } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
const namedUsers = 5;

/** What a deletion breaks, with names. */
export function deletionText({ id, usedBy }: Helper): string {
  if (usedBy.length === 0) return `Are you sure you want to delete ${id}? Nothing imports it.`;
  const names = usedBy.slice(0, namedUsers).map(({ displayName }) => displayName);
  const more = usedBy.length - names.length;
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const verb = usedBy.length === 1 ? 'imports' : 'import';
  return `Are you sure you want to delete ${id}? ${list} ${verb} it and will not run without it (${countOf(usedBy.length, 'import')}).`;
}

/** What can be done to a helper from the list and from its editor. */
export function useHelperActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useDeleteHelpers();
  const noModify = useMissingPermission('RuleModify');

  async function askDelete(helper: Helper) {
    const isSure = await confirm({
      title: 'Delete Helper',
      message: deletionText(helper),
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync([helper.id]);
      toast.success(`${helper.id} deleted`);
      onDeleted?.();
    } catch (error) {
      toast.error({ title: `${helper.id} could not be deleted`, message: failureText(error) });
    }
  }
  const clone = (helper: Helper): MenuEntry => ({
    label: helper.managed ? 'Clone & edit' : 'Clone',
    icon: <IconCopy {...icon} />,
    reason: noModify,
    onSelect: () => void navigate({ to: '/build/helpers/new/', search: { clone: helper.id } }),
  });
  const commonMenu = (helper: Helper): MenuEntry[] => [
    clone(helper),
    { label: 'Copy name', icon: <IconCopy {...icon} />, onSelect: () => void copyText(helper.id) },
    { kind: 'line' },
    {
      label: 'Delete',
      icon: <IconTrash {...icon} />,
      danger: true,
      reason: noModify ?? (helper.managed ? 'A managed helper changes with its pack. Clone it.' : undefined),
      onSelect: () => void askDelete(helper),
    },
  ];
  const menuOf = (helper: Helper): MenuEntry[] => [
    {
      label: helper.managed ? 'View code' : 'Edit',
      icon: helper.managed ? <IconEye {...icon} /> : <IconPencil {...icon} />,
      onSelect: () =>
        void navigate({ to: '/build/helpers/$helperId/edit/', params: { helperId: helper.id } }),
    },
    ...commonMenu(helper),
  ];
  return { menuOf, commonMenu, noModify };
}
