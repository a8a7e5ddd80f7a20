import { useNavigate } from '@tanstack/react-router';
import { useJudgeAgain } from '../../lib/compliance/queries.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import {
  IconCopy,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconUrgent,
} from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useDeletePolicies, useSetPoliciesEnabled } from './queries.ts';
import type { PolicyTeaser } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

export const nameOf = (policy: Pick<PolicyTeaser, 'id' | 'displayName'>) => policy.displayName || policy.id;

/** What can be done to a policy from the list and from its page. */
export function usePolicyActions(onDeleted?: () => void) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useDeletePolicies();
  const setEnabled = useSetPoliciesEnabled();
  const judge = useJudgeAgain();
  const noModify = useMissingPermission('PolicyModify');

  function switchTo(policy: PolicyTeaser, enabled: boolean) {
    setEnabled.mutate(
      { ids: [policy.id], enabled },
      {
        onError: (error) =>
          toast.error({ title: `${nameOf(policy)} is unchanged`, message: failureText(error) }),
      },
    );
  }
  async function confirmDelete(policy: PolicyTeaser) {
    const isSure = await confirm({
      title: 'Delete Policy',
      message: `Are you sure you want to delete ${nameOf(policy)}? Resources are no longer judged by it; its alerts stay.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync([policy.id]);
      toast.success(`${nameOf(policy)} deleted`);
      onDeleted?.();
    } catch (error) {
      toast.error({ title: `${nameOf(policy)} could not be deleted`, message: failureText(error) });
    }
  }
  function testAll(policy: PolicyTeaser) {
    judge.mutate(
      { policyIds: [policy.id] },
      { onError: (error) => toast.error({ title: 'Nothing was tested', message: failureText(error) }) },
    );
  }
  const openClone = (policy: PolicyTeaser) =>
    void navigate({
      to: '/build/detections/new/',
      search: { type: 'POLICY', relatedDetectionId: policy.id, relationOperation: 'clone' },
    });

  const menuOf = (policy: PolicyTeaser): MenuEntry[] => [
    {
      label: policy.managed ? 'View code' : 'Edit',
      icon: <IconPencil {...icon} />,
      onSelect: () =>
        void navigate({ to: '/build/detections/policies/$policyId/edit/', params: { policyId: policy.id } }),
    },
    {
      label: policy.managed ? 'Clone & edit' : 'Clone',
      icon: <IconCopy {...icon} />,
      reason: noModify,
      onSelect: () => openClone(policy),
    },
    {
      label: 'View alerts',
      icon: <IconUrgent {...icon} />,
      onSelect: () => void navigate({ to: '/alerts-and-errors/', search: { detectionId: policy.id } }),
    },
    {
      label: 'Test all again',
      icon: <IconRefresh {...icon} />,
      reason: noModify ?? (policy.enabled ? undefined : 'The policy is disabled.'),
      onSelect: () => testAll(policy),
    },
    { label: 'Copy ID', icon: <IconCopy {...icon} />, onSelect: () => void copyText(policy.id) },
    { kind: 'line' },
    {
      label: policy.enabled ? 'Disable' : 'Enable',
      icon: policy.enabled ? <IconPlayerStop {...icon} /> : <IconPlayerPlay {...icon} />,
      reason: noModify,
      onSelect: () => switchTo(policy, !policy.enabled),
    },
    {
      label: 'Delete',
      icon: <IconTrash {...icon} />,
      danger: true,
      reason:
        noModify ?? (policy.managed ? 'A managed policy cannot be deleted. Disable it instead.' : undefined),
      onSelect: () => void confirmDelete(policy),
    },
  ];
  return {
    menuOf,
    switchTo,
    openClone,
    testAll,
    isTesting: judge.isPending,
    isSwitching: setEnabled.isPending,
  };
}
