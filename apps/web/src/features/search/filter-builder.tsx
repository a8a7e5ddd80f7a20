import { Button } from '../../ui/button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { ConditionRow } from './condition-row.tsx';
import type { RowFaults } from './condition-row.tsx';
import { faultsOf, newCondition, newGroup, withCondition } from './conditions.ts';
import type { Condition, ConditionGroup } from './conditions.ts';
import type { FilterField } from './filter-fields.ts';
import styles from './search.module.css';

export interface FilterBuilderProps {
  groups: readonly ConditionGroup[];
  onChange: (groups: ConditionGroup[]) => void;
  fields: readonly FilterField[];
  /** Show what is missing; off until the first run. */
  showsFaults: boolean;
  /** What the server said about a place, as `or[0].and[1].value`. */
  serverFaults?: ReadonlyMap<string, string>;
}

const noFaults: ReadonlyMap<string, string> = new Map();

/** Alternatives side by side, each a list of conditions that must all hold. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { groups, onChange, fields, showsFaults, serverFaults = noFaults } = props;
  const setGroup = (index: number, group: ConditionGroup) =>
    onChange(group.conditions.length === 0 ? groups.toSpliced(index, 1) : groups.with(index, group));
  const filled = groups.filter((group) => group.conditions.length > 0);
  return (
    <div className={styles.groups}>
      {groups.map((group, index) => (
        <div key={group.uuid} className={styles.alternative}>
          {index > 0 && <span className={styles.or}>OR</span>}
          <Group
            group={group}
            name={groups.length > 1 ? `Alternative ${index + 1}` : 'Conditions'}
            hasFoot={groups.length > 1}
            fields={fields}
            onChange={(next) => setGroup(index, next)}
            faultsAt={(row) => {
              const own = showsFaults ? faultsOf(group.conditions[row]!) : {};
              const at = filled.indexOf(group);
              const told = (field: string) => serverFaults.get(`or[${at}].and[${row}].${field}`);
              return {
                target: own.target ?? told('target'),
                operator: own.operator ?? told('operator'),
                value: own.value ?? told('value'),
              };
            }}
          />
        </div>
      ))}
    </div>
  );
}

/** The buttons that add to the form. */
export function AddFilterButtons(props: {
  groups: readonly ConditionGroup[];
  onChange: (groups: ConditionGroup[]) => void;
}) {
  const { groups, onChange } = props;
  const plus = <IconPlus size={14} stroke={1.5} aria-hidden />;
  return (
    <>
      <Button size="xs" variant="quiet" icon={plus} onClick={() => onChange(withCondition(groups))}>
        Condition
      </Button>
      <Button
        size="xs"
        variant="quiet"
        icon={plus}
        disabledReason={groups.length === 0 ? 'Add a condition first' : undefined}
        onClick={() => onChange([...groups, newGroup()])}
      >
        Alternative (or)
      </Button>
    </>
  );
}

function Group(props: {
  group: ConditionGroup;
  name: string;
  /** With one group, the button beside the words adds to it. */
  hasFoot: boolean;
  fields: readonly FilterField[];
  onChange: (group: ConditionGroup) => void;
  faultsAt: (row: number) => RowFaults;
}) {
  const { group, name, hasFoot, fields, onChange, faultsAt } = props;
  const setConditions = (conditions: Condition[]) => onChange({ ...group, conditions });
  return (
    <div className={styles.group} role="group" aria-label={name}>
      {group.conditions.map((condition, row) => (
        <ConditionRow
          key={condition.uuid}
          condition={condition}
          joint={row === 0 ? 'Where' : 'and'}
          label={`${name}, condition ${row + 1}`}
          fields={fields}
          faults={faultsAt(row)}
          onChange={(next) => setConditions(group.conditions.with(row, next))}
          onRemove={() => setConditions(group.conditions.toSpliced(row, 1))}
        />
      ))}
      {hasFoot && (
        <div className={styles.groupFoot}>
          <Button
            size="xs"
            variant="quiet"
            icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
            onClick={() => setConditions([...group.conditions, newCondition()])}
          >
            Condition
          </Button>
        </div>
      )}
    </div>
  );
}
