import { useNavigate } from '@tanstack/react-router';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import {
  IconCopy,
  IconEye,
  IconFlask,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconStack2,
  IconTrash,
  IconUrgent,
} from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { listedKindOf } from './kinds/index.ts';
import { useDeleteRules, useSetEnabled } from './queries.ts';
import type { RuleTeaser } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Managed content comes back with its pack; only its switch is a person's to turn. */
const managedReason = 'A managed detection cannot be deleted. Disable it instead.';

/** What can be done to a rule from the list and from its page. */
export function useRuleActions({ onTest }: { onTest?: (ids: string[]) => void }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useDeleteRules();
  const setEnabled = useSetEnabled();
  const lacking = {
    RuleModify: useMissingPermission('RuleModify'),
    PolicyModify: useMissingPermission('PolicyModify'),
  };

  /** Asks, then deletes what is not managed. True when something is gone. */
  async function confirmDelete(rules: readonly { id: string; managed: boolean; displayName?: string }[]) {
    const own = rules.filter((rule) => !rule.managed);
    const managedCount = rules.length - own.length;
    const [first] = own;
    if (!first) {
      toast.info(
        managedCount === 1 ? managedReason : 'Managed detections cannot be deleted. Disable them instead.',
      );
      return false;
    }
    const what = own.length === 1 ? first.displayName || first.id : countOf(own.length, 'detection');
    const isSure = await confirm({
      title: own.length === 1 ? 'Delete Detection' : 'Delete Detections',
      message: `Are you sure you want to delete ${what}? Events are no longer judged by it; its alerts stay.${
        managedCount > 0 ? ` ${countOf(managedCount, 'managed detection')} of the selection will stay.` : ''
      }`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return false;
    try {
      const ids = await remove.mutateAsync(own.map((rule) => rule.id));
      toast.success(own.length === 1 ? `${what} deleted` : `${countOf(ids.length, 'detection')} deleted`);
      return true;
    } catch (error) {
      toast.error({ title: `${what} could not be deleted`, message: failureText(error) });
      return false;
    }
  }

  function switchTo(rule: RuleTeaser, enabled: boolean) {
    setEnabled.mutate(
      { ids: [rule.id], enabled },
      {
        onError: (error) =>
          toast.error({ title: `${rule.displayName || rule.id} is unchanged`, message: failureText(error) }),
      },
    );
  }

  const openEditor = (rule: RuleTeaser) => void navigate(listedKindOf(rule.analysisType).editor(rule.id));
  const openClone = (rule: RuleTeaser) =>
    void navigate({
      to: '/build/detections/new/',
      search: {
        relatedDetectionId: rule.id,
        relationOperation: 'clone',
        ...listedKindOf(rule.analysisType).newSearch,
      },
    });
  const openDerived = (rule: RuleTeaser) =>
    void navigate({
      to: '/build/detections/new/',
      search: { relatedDetectionId: rule.id, relationOperation: 'derive' },
    });
  const openAlerts = (rule: RuleTeaser) =>
    void navigate({ to: '/alerts-and-errors/', search: { detectionId: rule.id } });

  function menuOf(rule: RuleTeaser): MenuEntry[] {
    const kind = listedKindOf(rule.analysisType);
    const noModify = lacking[kind.modify];
    return [
      rule.managed
        ? { label: 'View code', icon: <IconEye {...icon} />, onSelect: () => openEditor(rule) }
        : {
            label: 'Edit',
            icon: <IconPencil {...icon} />,
            reason: noModify,
            onSelect: () => openEditor(rule),
          },
      {
        label: rule.managed ? 'Clone & edit' : 'Clone',
        icon: <IconCopy {...icon} />,
        reason: noModify,
        onSelect: () => openClone(rule),
      },
      ...(kind.mayBeBase
        ? [
            {
              label: 'Create Derived Detection',
              icon: <IconStack2 {...icon} />,
              reason: noModify,
              onSelect: () => openDerived(rule),
            },
          ]
        : []),
      { label: 'View alerts', icon: <IconUrgent {...icon} />, onSelect: () => openAlerts(rule) },
      ...(onTest && kind.testsInList
        ? [
            {
              label: 'Run tests',
              icon: <IconFlask {...icon} />,
              disabled: rule.tests.length === 0,
              onSelect: () => onTest([rule.id]),
            },
          ]
        : []),
      { label: 'Copy ID', icon: <IconCopy {...icon} />, onSelect: () => void copyText(rule.id) },
      { kind: 'line' },
      {
        label: rule.enabled ? 'Disable' : 'Enable',
        icon: rule.enabled ? <IconPlayerStop {...icon} /> : <IconPlayerPlay {...icon} />,
        reason: noModify,
        onSelect: () => switchTo(rule, !rule.enabled),
      },
      {
        label: 'Delete',
        icon: <IconTrash {...icon} />,
        danger: true,
        reason: noModify ?? (rule.managed ? managedReason : undefined),
        onSelect: () => void confirmDelete([rule]),
      },
    ];
  }
  return { menuOf, confirmDelete, switchTo, openClone };
}
