import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { BulkEditBar, openTo } from '../../ui/table/bulk-edit-bar.tsx';
import { chosenRows, type useSelection } from '../../ui/table/selection.ts';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { findMatching, useEditMany, useSetEnabled } from './queries.ts';
import type { RuleFilter, RuleTeaser } from './queries.ts';
import { useRuleActions } from './rule-actions.tsx';
import styles from './rule-list.module.css';
import type { useRunManyTests } from './test-runs.ts';

/** What can be done with all detections that are chosen, also beyond the page on screen. */
export function BulkActions(props: {
  selection: ReturnType<typeof useSelection>;
  filter: RuleFilter;
  rows: readonly RuleTeaser[];
  total: number;
  many: ReturnType<typeof useRunManyTests>;
}) {
  const { selection, filter, rows, total, many } = props;
  const graphql = useGraphql();
  const setEnabled = useSetEnabled();
  const { confirmDelete } = useRuleActions({});
  const noModify = useMissingPermission('RuleModify');
  const editMany = useEditMany();

  async function chosen(): Promise<{ id: string; managed: boolean }[]> {
    return chosenRows(selection, rows, () => findMatching(graphql, selection.isAll ? filter : {}));
  }

  if (many.run) {
    return (
      <SelectionBar selection={selection} matchCount={total}>
        <span className={styles.progress} role="status">
          {`Testing ${many.run.done + 1} of ${many.run.total}${many.run.failed > 0 ? `, ${many.run.failed} with failures` : ''}`}
        </span>
        <Button size="sm" onClick={many.stop}>
          Stop
        </Button>
      </SelectionBar>
    );
  }
  return (
    <BulkEditBar
      selection={selection}
      matchCount={total}
      disabledReason={noModify}
      onSwitch={async (enabled) => {
        const ids = await setEnabled.mutateAsync({ ids: (await chosen()).map(({ id }) => id), enabled });
        toast.success(`${countOf(ids.length, 'detection')} ${enabled ? 'enabled' : 'disabled'}`);
        return true;
      }}
      onEdit={async (input) => {
        const rules = await chosen();
        const open = openTo(input, rules);
        const ids =
          open.length === 0 ? [] : await editMany.mutateAsync({ ids: open.map(({ id }) => id), ...input });
        const left = rules.length - open.length;
        const managed = left === 0 ? '' : `; ${countOf(left, 'managed detection')} left as it is`;
        toast.success(`${countOf(ids.length, 'detection')} changed${managed}`);
        return open.length > 0;
      }}
      onDelete={async () => confirmDelete(await chosen())}
      more={[
        {
          label: 'Run tests',
          async run() {
            await many.start((await chosen()).map(({ id }) => id));
            return false;
          },
        },
      ]}
    />
  );
}
