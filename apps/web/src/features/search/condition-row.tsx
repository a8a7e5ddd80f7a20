import { operatorNamed } from '@margay/query';
import { useId, useMemo, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { IconX } from '../../ui/icons.ts';
import { Menu, Popover } from '../../ui/menu.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { ConditionValue } from './condition-value.tsx';
import { inputOf, operatorsOf, valuesFor } from './conditions.ts';
import type { Condition } from './conditions.ts';
import type { FilterField } from './filter-fields.ts';
import { managedGroup } from './filter-fields.ts';
import styles from './search.module.css';

/** What is wrong with the parts of a condition. */
export interface RowFaults {
  target: string | undefined;
  operator: string | undefined;
  value: string | undefined;
}

/** One condition: field, operator, value, and what is wrong with them. */
export function ConditionRow(props: {
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
