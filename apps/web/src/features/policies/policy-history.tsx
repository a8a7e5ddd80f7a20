import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FailedState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './policies.module.css';
import { nameOf } from './policy-actions.tsx';
import { usePeople, usePolicyVersions, useRestoreVersion } from './queries.ts';
import type { Policy, VersionRecord } from './queries.ts';

/** The versions of a policy; an earlier one can be made the newest. */
export function PolicyHistory({ policy }: { policy: Policy }) {
  const versions = usePolicyVersions(policy.id);
  const restore = useRestoreVersion();
  const confirm = useConfirm();
  const people = usePeople();
  const noModify =
    useMissingPermission('PolicyModify') ??
    (policy.managed ? 'A managed policy cannot be changed. Clone it.' : undefined);

  async function bringBack(version: VersionRecord) {
    const isSure = await confirm({
      title: 'Restore Version',
      message: `Are you sure you want version ${version.number} of ${nameOf(policy)} to be the newest? What it is now stays in the history.`,
      confirmLabel: 'Restore',
    });
    if (!isSure) return;
    restore.mutate(
      { id: policy.id, versionId: version.versionId },
      {
        onSuccess: () => toast.success(`Version ${version.number} restored`),
        onError: (error) =>
          toast.error({ title: `${nameOf(policy)} is unchanged`, message: failureText(error) }),
      },
    );
  }
  const columns: Column<VersionRecord>[] = [
    {
      id: 'number',
      header: 'Version',
      width: '140px',
      cell: (version) => (
        <span className={styles.nameCell}>
          {version.number}
          {version.versionId === policy.versionId && <Badge tone="success">LIVE</Badge>}
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: 'Saved',
      width: 'minmax(160px, 1fr)',
      secondary: true,
      cell: (version) => <Time at={version.createdAt} format="absolute" />,
    },
    {
      id: 'createdBy',
      header: 'By',
      width: 'minmax(120px, 1fr)',
      secondary: true,
      cell: ({ createdBy }) => (createdBy === null ? 'Margay' : (people.get(createdBy) ?? 'Another person')),
      hideBelow: 700,
    },
    {
      id: 'restore',
      header: 'Restore',
      width: '112px',
      align: 'end',
      cell: (version) =>
        version.versionId !== policy.versionId && (
          <Button
            size="xs"
            disabledReason={noModify}
            loading={restore.isPending && restore.variables.versionId === version.versionId}
            onClick={() => void bringBack(version)}
          >
            Restore
          </Button>
        ),
    },
  ];
  return (
    <DataTable<VersionRecord>
      label="Versions"
      columns={columns}
      rows={versions.isError ? [] : versions.data}
      rowId={(version) => version.versionId}
      rowLabel={(version) => `Version ${version.number}`}
      empty={
        versions.isError && (
          <FailedState
            title="The versions could not be loaded"
            message={failureText(versions.error)}
            onRetry={() => void versions.refetch()}
          />
        )
      }
    />
  );
}
