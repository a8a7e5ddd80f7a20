import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { IconPlus, IconX } from '../../../ui/icons.ts';
import { ConditionRow } from './condition-row.tsx';
import type { RowFaults } from './condition-row.tsx';
import {
  demandsField,
  faultsOf,
  freshCondition,
  isChoice,
  newChoice,
  newCondition,
  newGroup,
  withCondition,
  withFieldDemanded,
} from './conditions.ts';
import type { Condition, ConditionChoice, ConditionGroup, GroupEntry } from './conditions.ts';
import { FilterList } from './filter-list.tsx';
import type { FilterField } from './filter-fields.ts';
import styles from './filter-builder.module.css';

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
const plus = <IconPlus size={14} stroke={1.5} aria-hidden />;

/** What is wrong with a condition at a place of the filters. */
type FaultsAt = (condition: Condition, place: string) => RowFaults;

/** Alternatives side by side, each a list of conditions that must all hold. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { groups, onChange, fields, showsFaults, serverFaults = noFaults } = props;
  const setGroup = (index: number, group: ConditionGroup) =>
    onChange(group.conditions.length === 0 ? groups.toSpliced(index, 1) : groups.with(index, group));
  const filled = groups.filter((group) => group.conditions.length > 0);
  const faultsAt: FaultsAt = (condition, place) => {
    const own = showsFaults ? faultsOf(condition) : {};
    const told = (field: string) => serverFaults.get(`${place}.${field}`);
    return {
      key: own.key ?? told('target'),
      operator: own.operator ?? told('operator'),
      value: own.value ?? told('value'),
    };
  };
  return (
    <div className={styles.groups}>
      {groups.map((group, index) => (
        <div key={group.uuid} className={styles.alternative}>
          {index > 0 && <span className={styles.or}>OR</span>}
          <Group
            group={group}
            name={groups.length > 1 ? `Alternative ${index + 1}` : 'Conditions'}
            place={`or[${filled.indexOf(group)}]`}
            hasFoot={groups.length > 1}
            fields={fields}
            onChange={(next) => setGroup(index, next)}
            faultsAt={faultsAt}
          />
        </div>
      ))}
    </div>
  );
}

/** The buttons that add to the form. */
export function AddFilterButtons(props: {
  groups: readonly ConditionGroup[];
  fields: readonly FilterField[];
  onChange: (groups: ConditionGroup[]) => void;
}) {
  const { groups, fields, onChange } = props;
  return (
    <>
      <AddEntryButtons onAdd={(entry) => onChange(withCondition(groups, entry))} />
      <Button
        size="xs"
        variant="quiet"
        icon={plus}
        disabledReason={groups.length === 0 ? 'Add a condition first' : undefined}
        onClick={() => onChange([...groups, newGroup([freshCondition()])])}
      >
        Alternative (or)
      </Button>
      <FilterList groups={groups} fields={fields} onChange={onChange} />
    </>
  );
}

function AddEntryButtons({ onAdd }: { onAdd: (entry: GroupEntry) => void }) {
  return (
    <>
      <Button size="xs" variant="quiet" icon={plus} onClick={() => onAdd(freshCondition())}>
        Condition
      </Button>
      <Button
        size="xs"
        variant="quiet"
        icon={plus}
        tooltip="Conditions of which one is enough, inside the list of those that must all hold"
        onClick={() => onAdd(newChoice([freshCondition(), newCondition()]))}
      >
        Any of
      </Button>
    </>
  );
}

interface EntriesProps {
  name: string;
  /** Path in the filters, for faults. */
  place: string;
  fields: readonly FilterField[];
  faultsAt: FaultsAt;
}

function Group(
  props: EntriesProps & {
    group: ConditionGroup;
    /** With one group, the buttons beside the words add to it. */
    hasFoot: boolean;
    onChange: (group: ConditionGroup) => void;
  },
) {
  const { group, name, place, hasFoot, fields, onChange, faultsAt } = props;
  const { conditions } = group;
  const setEntries = (next: GroupEntry[]) => onChange({ ...group, conditions: next });
  return (
    <div className={styles.group} role="group" aria-label={name}>
      {conditions.map((entry, row) => {
        const shared = {
          joint: row === 0 ? 'Where' : 'and',
          fields,
          onRemove: () => setEntries(conditions.toSpliced(row, 1)),
        };
        const at = `${place}.and[${row}]`;
        return isChoice(entry) ? (
          <Choice
            key={entry.uuid}
            {...shared}
            choice={entry}
            beside={conditions}
            name={`${name}, any of ${row + 1}`}
            place={at}
            faultsAt={faultsAt}
            onChange={(next) => setEntries(conditions.with(row, next))}
          />
        ) : (
          <ConditionRow
            key={entry.uuid}
            {...shared}
            condition={entry}
            label={`${name}, condition ${row + 1}`}
            faults={faultsAt(entry, at)}
            isFieldDemanded={demandsField(conditions, entry.key)}
            onDemandField={() => setEntries(withFieldDemanded(conditions, row))}
            onChange={(next) => setEntries(conditions.with(row, next))}
          />
        );
      })}
      {hasFoot && (
        <div className={styles.groupFoot}>
          <AddEntryButtons onAdd={(entry) => setEntries([...conditions, entry])} />
        </div>
      )}
    </div>
  );
}

/** Conditions of which one is enough; the last one to go takes the choice with it. */
function Choice(
  props: EntriesProps & {
    choice: ConditionChoice;
    /** What must hold beside it. */
    beside: readonly GroupEntry[];
    joint: string;
    onChange: (choice: ConditionChoice) => void;
    onRemove: () => void;
  },
) {
  const { choice, beside, joint, name, place, fields, faultsAt, onChange, onRemove } = props;
  const { anyOf } = choice;
  const setConditions = (next: Condition[]) =>
    next.length === 0 ? onRemove() : onChange({ ...choice, anyOf: next });
  return (
    <div className={styles.choice}>
      <div className={styles.choiceHead}>
        <span className={styles.choiceJoint}>{joint}</span>
        <span>any of</span>
        <IconButton size="xs" label="Remove these conditions" onClick={onRemove}>
          <IconX size={14} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.choiceRows} role="group" aria-label={name}>
        {anyOf.map((condition, row) => (
          <ConditionRow
            key={condition.uuid}
            condition={condition}
            joint={row === 0 ? '' : 'or'}
            label={`${name}, condition ${row + 1}`}
            fields={fields}
            faults={faultsAt(condition, `${place}.or[${row}]`)}
            isFieldDemanded={demandsField(beside, condition.key)}
            onChange={(next) => setConditions(anyOf.with(row, next))}
            onRemove={() => setConditions(anyOf.toSpliced(row, 1))}
          />
        ))}
        <div className={styles.groupFoot}>
          <Button
            size="xs"
            variant="quiet"
            icon={plus}
            onClick={() => setConditions([...anyOf, freshCondition()])}
          >
            Or condition
          </Button>
        </div>
      </div>
    </div>
  );
}
