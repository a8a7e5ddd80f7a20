import { useNavigate } from '@tanstack/react-router';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useJudgeAgain } from '../../lib/compliance/queries.ts';
import { resourceName } from '../../lib/compliance/resource-name.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { IconCopy, IconRefresh, IconSearch, IconTrash } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeleteResources } from './queries.ts';
import type { Resource } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The search for a resource in all logs of the last week. */
export const eventsSearch = (id: string) => ({
  q: `"${id.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  timeFrame: 'Last7Days' as const,
});

/** Has a resource judged once more and says so. */
export function useTestAgain() {
  const judge = useJudgeAgain();
  return {
    isPending: judge.isPending,
    start: (resource: Resource) =>
      judge.mutate(
        { resourceIds: [resource.id] },
        {
          onError: (error) => toast.error({ title: 'Nothing was tested', message: failureText(error) }),
        },
      ),
  };
}

/** What can be done to a resource from the list and from its page. */
export function useResourceMenu(onDeleted?: () => void) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useDeleteResources();
  const testAgain = useTestAgain();
  const noModify = useMissingPermission('ResourceModify');

  async function confirmDelete(resource: Resource) {
    const name = resourceName(resource.id, resource.attributes);
    const isSure = await confirm({
      title: 'Delete Resource',
      message: `Are you sure you want to mark ${name} as deleted? Policies judge it no longer; its alerts stay. Uploading it again brings it back.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync([resource.id]);
      toast.success(`${name} deleted`);
      onDeleted?.();
    } catch (error) {
      toast.error({ title: `${name} could not be deleted`, message: failureText(error) });
    }
  }
  return (resource: Resource): MenuEntry[] => [
    {
      label: 'Test again',
      icon: <IconRefresh {...icon} />,
      reason: noModify,
      disabled: resource.deleted,
      onSelect: () => testAgain.start(resource),
    },
    {
      label: 'Events of this resource',
      icon: <IconSearch {...icon} />,
      onSelect: () => void navigate({ to: '/investigate/search/', search: eventsSearch(resource.id) }),
    },
    { label: 'Copy ID', icon: <IconCopy {...icon} />, onSelect: () => void copyText(resource.id) },
    { kind: 'line' },
    {
      label: 'Delete',
      icon: <IconTrash {...icon} />,
      danger: true,
      reason: noModify ?? (resource.deleted ? 'It is deleted already.' : undefined),
      onSelect: () => void confirmDelete(resource),
    },
  ];
}
