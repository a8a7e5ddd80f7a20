import { useNavigate } from '@tanstack/react-router';
import { formatAgo, parseTime } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { IconEye, IconPencil, IconTrash } from '../../ui/icons.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeleteToken } from './queries.ts';
import type { ApiToken } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What stops when a token goes. */
function lossText({ name, lastUsedAt }: ApiToken, now: Date): string {
  const used = lastUsedAt === null ? undefined : parseTime(lastUsedAt);
  return used === undefined
    ? `Nothing has used the token ${name} yet. Whatever is set up with it will get no answer.`
    : `Whatever uses the token ${name} stops working at once. It was last used ${formatAgo(used, now)}.`;
}

/** What can be done to a token from the list and from its page. */
export function useTokenActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useDeleteToken();
  const noModify = useMissingPermission('OrganizationAPITokenModify');

  async function askDelete(token: ApiToken) {
    const isSure = await confirm({
      title: 'Delete API Token',
      message: lossText(token, new Date()),
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync(token.id);
      toast.success(`${token.name} deleted`);
      onDeleted?.();
    } catch (error) {
      toast.error({ title: `${token.name} could not be deleted`, message: failureText(error) });
    }
  }
  const deleteEntry = (token: ApiToken): MenuEntry => ({
    label: 'Delete',
    icon: <IconTrash {...icon} />,
    danger: true,
    reason: noModify,
    onSelect: () => void askDelete(token),
  });
  const menuOf = (token: ApiToken): MenuEntry[] => [
    {
      label: 'View, rotate',
      icon: <IconEye {...icon} />,
      onSelect: () => void navigate({ to: '/settings/api/tokens/$tokenId/', params: { tokenId: token.id } }),
    },
    {
      label: 'Edit',
      icon: <IconPencil {...icon} />,
      reason: noModify,
      onSelect: () =>
        void navigate({ to: '/settings/api/tokens/$tokenId/edit/', params: { tokenId: token.id } }),
    },
    { kind: 'line' },
    deleteEntry(token),
  ];
  return { menuOf, deleteEntry, noModify };
}
