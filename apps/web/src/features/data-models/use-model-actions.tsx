import { useNavigate } from '@tanstack/react-router';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { IconCopy, IconPencil, IconPlayerPlay, IconPlayerStop, IconTrash } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeleteModels, useSetModelEnabled } from './queries.ts';
import type { DataModel } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What can be done to a data model from the list and from its page. */
export function useModelActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useDeleteModels();
  const setEnabled = useSetModelEnabled();
  const noModify = useMissingPermission('RuleModify');

  function switchTo(model: DataModel, enabled: boolean) {
    setEnabled.mutate(
      { ids: [model.id], enabled },
      {
        onError: (error) =>
          toast.error({ title: `${model.displayName} is unchanged`, message: failureText(error) }),
      },
    );
  }
  async function askDelete(model: DataModel) {
    const isSure = await confirm({
      title: 'Delete Data Model',
      message: `Are you sure you want to delete ${model.displayName}? Rules over ${model.logTypes.join(', ')} that ask for its names get nothing from then on.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync([model.id]);
      toast.success(`${model.displayName} deleted`);
      onDeleted?.();
    } catch (error) {
      toast.error({ title: `${model.displayName} could not be deleted`, message: failureText(error) });
    }
  }

  const edit = (model: DataModel): MenuEntry => ({
    label: 'Edit',
    icon: <IconPencil {...icon} />,
    reason: noModify ?? (model.managed ? 'A managed data model changes with its pack. Clone it.' : undefined),
    onSelect: () => void navigate({ to: '/build/data-models/$modelId/edit/', params: { modelId: model.id } }),
  });
  const menuOf = (model: DataModel): MenuEntry[] => [
    edit(model),
    {
      label: model.managed ? 'Clone & edit' : 'Clone',
      icon: <IconCopy {...icon} />,
      reason: noModify,
      onSelect: () => void navigate({ to: '/build/data-models/new/', search: { clone: model.id } }),
    },
    { label: 'Copy ID', icon: <IconCopy {...icon} />, onSelect: () => void copyText(model.id) },
    { kind: 'line' },
    {
      label: model.enabled ? 'Disable' : 'Enable',
      icon: model.enabled ? <IconPlayerStop {...icon} /> : <IconPlayerPlay {...icon} />,
      reason: noModify,
      onSelect: () => switchTo(model, !model.enabled),
    },
    {
      label: 'Delete',
      icon: <IconTrash {...icon} />,
      danger: true,
      reason:
        noModify ??
        (model.managed ? 'A managed data model cannot be deleted. Disable it instead.' : undefined),
      onSelect: () => void askDelete(model),
    },
  ];
  return { menuOf, switchTo, isSwitching: setEnabled.isPending, noModify };
}
