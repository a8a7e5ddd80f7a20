import { operatorNamed } from '@margay/query';
import { useId, useMemo, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { Menu, Popover } from '../../ui/menu.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { ConditionValue } from './condition-value.tsx';
import {
  faultsOf,
  inputOf,
  newCondition,
  newGroup,
  operatorsOf,
  valuesFor,
  withCondition,
} from './conditions.ts';
import type { Condition, ConditionGroup } from './conditions.ts';
import type { FilterField } from './filter-fields.ts';
import { managedGroup } from './filter-fields.ts';
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

interface RowFaults {
  target: string | undefined;
  operator: string | undefined;
  value: string | undefined;
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

function ConditionRow(props: {
  condition: Condition;
  joint: string;
  label: string;
  fields: readonly FilterField[];
  faults: RowFaults;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}) {
  const { condition, joint, label, fields, faults, onChange, onRemove } = props;
  const { target, operator, values } = condition;
  const faultId = useId();
  const message = faults.target ?? faults.operator ?? faults.value;
  const field = fields.find((entry) => entry.path === target);
  const operators = operatorsOf(target, field?.columnType);
  const input = inputOf(operator);
  function setTarget(next: string | undefined) {
    const found = fields.find((entry) => entry.path === next);
    const offered = operatorsOf(next, found?.columnType);
    const kept = offered.find((entry) => entry.id === operator) ?? offered[0];
    onChange({
      ...condition,
      target: next,
      operator: kept?.id ?? '',
      values: valuesFor(kept?.input ?? 'text', values),
    });
  }
  return (
    <div className={styles.condition}>
      <span className={styles.joint}>{joint}</span>
      <FieldChoice
        target={target}
        fields={fields}
        label={label}
        isInvalid={faults.target !== undefined}
        describedBy={message && faultId}
        onPick={setTarget}
      />
      <Menu
        label={`${label} operator`}
        entries={operators.map((entry) => ({
          label: entry.label,
          selected: entry.id === operator,
          onSelect: () =>
            onChange({ ...condition, operator: entry.id, values: valuesFor(entry.input, values) }),
        }))}
      >
        <OperatorButton
          label={`${label} operator`}
          text={operatorNamed(operator)?.label ?? 'Operator'}
          isInvalid={faults.operator !== undefined}
        />
      </Menu>
      <ConditionValue
        label={label}
        input={input}
        values={values}
        onChange={(next) => onChange({ ...condition, values: next })}
        isInvalid={faults.value !== undefined}
        describedBy={message && faultId}
      />
      <IconButton size="xs" label="Remove condition" onClick={onRemove}>
        <IconX size={14} stroke={1.5} aria-hidden />
      </IconButton>
      {message && (
        <span id={faultId} className={styles.fault} role="alert">
          {message}
        </span>
      )}
    </div>
  );
}

/** Mantine's menu hands its own props to the button, so they pass through. */
function OperatorButton({
  label,
  text,
  isInvalid,
  ...rest
}: { label: string; text: string; isInvalid: boolean } & React.ButtonHTMLAttributes<HTMLButtonElement> & {
    ref?: React.Ref<HTMLButtonElement>;
  }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={`${label}: ${text}`}
      className={isInvalid ? styles.operatorInvalid : styles.operator}
    >
      {text}
    </button>
  );
}

/** Stands for the text of the whole row in the picker. */
const wholeRow = ' ';

function FieldChoice(props: {
  target: string | undefined;
  fields: readonly FilterField[];
  label: string;
  isInvalid: boolean;
  describedBy?: string | undefined;
  onPick: (target: string | undefined) => void;
}) {
  const { target, fields, label, isInvalid, describedBy, onPick } = props;
  const [isOpen, setOpen] = useState(false);
  const group = fields.find((field) => field.path === target)?.group;
  const options = useMemo(
    () => [
      { value: wholeRow, label: 'Whole row', detail: 'text', group: managedGroup },
      ...fields.map((field) => ({
        value: field.path,
        label: field.path,
        detail: field.type,
        group: field.group,
      })),
    ],
    [fields],
  );
  return (
    <Popover
      label={`${label} field`}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      width={400}
      target={
        <ChoiceButton
          isSmall
          ariaLabel={`${label} field: ${target ?? 'Whole row'}`}
          value={target === undefined ? 'Whole row' : target || 'Field'}
          aside={group}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          isInvalid={isInvalid}
          describedBy={describedBy}
          className={styles.fieldChoice}
        />
      }
    >
      <PickList
        label="Fields"
        searchLabel="Field or path"
        options={options}
        selected={new Set([target ?? wholeRow])}
        onPick={(value) => {
          onPick(value === wholeRow ? undefined : value);
          setOpen(false);
        }}
        extra={(query) =>
          fields.some((field) => field.path === query)
            ? undefined
            : { value: query, label: `Use the path ${query}`, group: 'Not in a schema' }
        }
      />
    </Popover>
  );
}
