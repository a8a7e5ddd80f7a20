import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { BulkEditBar, openTo, type BulkChange } from '../../ui/table/bulk-edit-bar.tsx';
import { chosenRows, type useSelection } from '../../ui/table/selection.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { findMatching, useDeletePolicies, useEditPolicies, useSetPoliciesEnabled } from './queries.ts';
import type { PolicyFilter, PolicyTeaser } from './queries.ts';

const counted = (count: number) => countOf(count, 'policy', 'policies');
const leftText = (count: number) =>
  count === 0 ? '' : `; ${countOf(count, 'managed policy', 'managed policies')} left`;

/** What can be done with all policies that are chosen, also beyond the page on screen. */
export function PolicyBulkBar(props: {
  selection: ReturnType<typeof useSelection>;
  filter: PolicyFilter;
  rows: readonly PolicyTeaser[];
  total: number;
}) {
  const { selection, filter, rows, total } = props;
  const graphql = useGraphql();
  const confirm = useConfirm();
  const setEnabled = useSetPoliciesEnabled();
  const editMany = useEditPolicies();
  const remove = useDeletePolicies();
  const noModify = useMissingPermission('PolicyModify');

  async function chosen(): Promise<{ id: string; managed: boolean }[]> {
    return chosenRows(selection, rows, () => findMatching(graphql, selection.isAll ? filter : {}));
  }

  async function switchTo(enabled: boolean) {
    const ids = await setEnabled.mutateAsync({ ids: (await chosen()).map(({ id }) => id), enabled });
    toast.success(`${counted(ids.length)} ${enabled ? 'enabled' : 'disabled'}`);
    return true;
  }

  async function edit(change: BulkChange) {
    const policies = await chosen();
    const open = openTo(change, policies);
    const ids =
      open.length === 0 ? [] : await editMany.mutateAsync({ ids: open.map(({ id }) => id), ...change });
    toast.success(`${counted(ids.length)} changed${leftText(policies.length - open.length)}`);
    return open.length > 0;
  }

  async function confirmDelete() {
    const policies = await chosen();
    const own = policies.filter(({ managed }) => !managed);
    if (own.length === 0) {
      toast.error({
        title: 'Nothing was deleted',
        message: 'Managed policies cannot be deleted. Disable them instead.',
      });
      return false;
    }
    const isSure = await confirm({
      title: own.length === 1 ? 'Delete Policy' : 'Delete Policies',
      message: `Are you sure you want to delete ${counted(own.length)}? Resources are no longer judged by them; their alerts stay.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return false;
    const ids = await remove.mutateAsync(own.map(({ id }) => id));
    toast.success(`${counted(ids.length)} deleted${leftText(policies.length - own.length)}`);
    return true;
  }

  return (
    <BulkEditBar
      selection={selection}
      matchCount={total}
      disabledReason={noModify}
      onSwitch={switchTo}
      onEdit={edit}
      onDelete={confirmDelete}
    />
  );
}
