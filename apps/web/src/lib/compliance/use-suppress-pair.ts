import { useState } from 'react';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { failureText } from '../graphql/request-error.ts';
import { useMissingPermission } from '../session/session-context.tsx';
import { useSuppress } from './queries.ts';
import type { ComplianceItem } from './queries.ts';
import { resourceName } from './resource-name.ts';

export const pairKey = ({ policyId, resourceId }: Pick<ComplianceItem, 'policyId' | 'resourceId'>) =>
  `${policyId} ${resourceId}`;

/** Suppresses a pair of policy and resource, or takes that back; asks first where a pattern covers more. */
export function useSuppressPair() {
  const suppress = useSuppress();
  const confirm = useConfirm();
  const disabledReason = useMissingPermission('PolicyModify');
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  async function change(item: ComplianceItem, suppressed: boolean) {
    const patterns = suppressed ? [item.resourceId] : item.suppressedBy;
    const wide = suppressed ? [] : patterns.filter((pattern) => pattern !== item.resourceId);
    if (wide.length > 0) {
      const isSure = await confirm({
        title: 'Remove Suppression',
        message: `${resourceName(item.resourceId)} is suppressed by ${wide.join(' and ')}, which may cover other resources of ${item.policyName}. They will alert again, too.`,
        confirmLabel: 'Remove',
        danger: true,
      });
      if (!isSure) return;
    }
    setBusy((before) => new Set([...before, pairKey(item)]));
    try {
      await suppress.mutateAsync({
        policyIds: [item.policyId],
        resourcePatterns: patterns,
        remove: !suppressed,
      });
      const verb = suppressed ? 'no longer alerts on' : 'alerts again on';
      toast.success(`${item.policyName} ${verb} ${resourceName(item.resourceId)}`);
    } catch (error) {
      toast.error({ title: `${item.policyName} is unchanged`, message: failureText(error) });
    } finally {
      setBusy((before) => new Set([...before].filter((key) => key !== pairKey(item))));
    }
  }
  return { change, busy, disabledReason };
}
