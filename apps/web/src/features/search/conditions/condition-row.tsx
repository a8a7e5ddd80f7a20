import { fieldLabel } from '@margay/model';
import { operatorNamed } from '@margay/query';
import { useId, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { IconX } from '../../../ui/icons.ts';
import { Menu, Popover } from '../../../ui/overlays/menu.tsx';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import type { PickOption } from '../../../ui/inputs/pick-list.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { ConditionValue } from './condition-value.tsx';
import { inputOf, isListEntry, operatorsOf, takesMissing, valuesFor } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { notInSchemaGroup } from './filter-entries.ts';
import { managedGroup } from './filter-fields.ts';
import { frequentFields, rememberField } from './frequent-fields.ts';
import type { FilterField } from './filter-fields.ts';
import shared from '../search.module.css';
import styles from './condition-row.module.css';

/** What is wrong with the parts of a condition. */
export interface RowFaults {
  key: string | undefined;
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
  /** Whether another condition leaves out rows without the field. */
  isFieldDemanded?: boolean;
  /** Adds that condition; not where it would be an alternative. */
  onDemandField?: () => void;
}) {
  const { condition, joint, label, fields, faults, onChange, onRemove } = props;
  const { isFieldDemanded = false, onDemandField } = props;
  const { key, operator, value } = condition;
  const faultId = useId();
  const message = faults.key ?? faults.operator ?? faults.value;
  const field = fields.find((entry) => entry.key === key);
  const operators = operatorsOf(key, field?.columnType);
  const input = inputOf(operator);
  const row = useRef<HTMLDivElement>(null);
  /** Where the typing goes on once the list of fields is gone; a click elsewhere has said where. */
  const goOn = (part: 'value' | 'field') =>
    setTimeout(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && !activeElement?.closest('[role=dialog]')) return;
      const controls = [...(row.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
      const value = controls.find((control) => control.matches('input')) ?? controls[2];
      (part === 'value' ? value : controls[0])?.focus();
    }, listClosesMs);
  function setKey(next: string | undefined) {
    if (next !== undefined) rememberField(next);
    const found = fields.find((entry) => entry.key === next);
    const offered = operatorsOf(next, found?.columnType);
    const kept = offered.find((entry) => entry.id === operator) ?? offered[0];
    onChange({
      ...condition,
      isFresh: undefined,
      key: next,
      type: found?.valueType,
      operator: kept?.id ?? '',
      value: valuesFor(kept?.input ?? 'text', value),
    });
  }
  return (
    <div ref={row} className={styles.condition}>
      <span className={styles.joint}>{joint}</span>
      <FieldChoice
        value={key}
        fields={fields}
        label={label}
        isInvalid={faults.key !== undefined}
        describedBy={message && faultId}
        onPick={(next) => {
          setKey(next);
          if (condition.isFresh) goOn('value');
        }}
        isFresh={condition.isFresh === true}
        onLeft={() => {
          onChange({ ...condition, isFresh: undefined });
          goOn('field');
        }}
      />
      <Menu
        label={`${label} operator`}
        entries={operators.map((entry) => ({
          label: entry.label,
          selected: entry.id === operator,
          onSelect: () =>
            onChange({ ...condition, operator: entry.id, value: valuesFor(entry.input, value) }),
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
        values={value}
        field={key}
        fieldName={key === undefined ? 'the whole row' : fieldLabel(key)}
        isValid={(text) => isListEntry(condition, text)}
        onChange={(next) => onChange({ ...condition, value: next })}
        isInvalid={faults.value !== undefined}
        describedBy={message && faultId}
      />
      <IconButton size="xs" label="Remove condition" onClick={onRemove}>
        <IconX size={14} stroke={1.5} aria-hidden />
      </IconButton>
      {takesMissing(condition) && !isFieldDemanded && (
        <span className={styles.missing}>
          Also finds rows without this field.
          {onDemandField && (
            <Button size="xs" variant="quiet" onClick={onDemandField}>
              Only where it is there
            </Button>
          )}
        </span>
      )}
      {message && (
        <span id={faultId} className={shared.fault} role="alert">
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

/** Its list is gone after this. */
const listClosesMs = 150;
const frequentGroup = 'Often used';
/** Stands for the text of the whole row in the picker. */
const wholeRow = ' ';

function FieldChoice(props: {
  value: string | undefined;
  fields: readonly FilterField[];
  label: string;
  isInvalid: boolean;
  describedBy?: string | undefined;
  onPick: (key: string | undefined) => void;
  /** The list is open from the start, and nothing is chosen yet. */
  isFresh: boolean;
  /** A fresh one was closed without a choice. */
  onLeft: () => void;
}) {
  const { value, fields, label, isInvalid, describedBy, onPick, isFresh, onLeft } = props;
  const [isOpen, setOpen] = useState(isFresh);
  const chosen = fields.find((field) => field.key === value);
  const options = useMemo(() => (isOpen ? optionsOf(fields) : []), [isOpen, fields]);
  const shown = value === undefined ? 'Whole row' : chosen?.displayName || fieldLabel(value) || 'Field';
  return (
    <Popover
      label={`${label} field`}
      isOpen={isOpen}
      onClose={() => {
        setOpen(false);
        if (isFresh) onLeft();
      }}
      // The button that added it is not where one goes on.
      returnsFocus={!isFresh}
      width={400}
      target={
        <ChoiceButton
          isSmall
          isMono={value !== undefined && (chosen?.displayName ?? value) === value}
          ariaLabel={`${label} field: ${value === undefined || shown === value ? shown : `${value}, ${shown}`}`}
          title={value}
          value={shown}
          aside={chosen?.group}
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
        selected={new Set([value ?? wholeRow])}
        onPick={(picked) => {
          onPick(picked === wholeRow ? undefined : picked);
          setOpen(false);
        }}
        extra={(query) =>
          fields.some((field) => field.key === query)
            ? undefined
            : { value: query, label: `Use the path ${query}`, group: notInSchemaGroup }
        }
      />
    </Popover>
  );
}

/** What is wanted most stands first, and not a second time below. */
function optionsOf(fields: readonly FilterField[]): PickOption[] {
  const frequent = frequentFields(fields);
  return [
    ...frequent.map((field) => ({ ...fieldOption(field), group: frequentGroup })),
    { value: wholeRow, label: 'Whole row', detail: 'text', group: managedGroup },
    ...fields.filter((field) => !frequent.includes(field)).map(fieldOption),
  ];
}

/** A field in a list to pick from: its words, then its path where that is another, and its type. */
export function fieldOption({ key, displayName, type, group }: FilterField): PickOption {
  return { value: key, label: displayName, detail: displayName === key ? type : `${key}, ${type}`, group };
}
