import type { BuilderCondition, Scalar } from '@margay/detect/simple';
import { conditionOf } from '@margay/detect/simple';
import { useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { IconX } from '../../../ui/icons.ts';
import { MultiValueModal } from '../../../ui/inputs/multi-value.tsx';
import type { ValueType } from './builder-fields.ts';
import { Chooser } from './chooser.tsx';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import styles from './rule-builder.module.css';
import { parseScalar, scalarTypeOf, type ScalarType } from './values.ts';

export interface ValueInputProps {
  label: string;
  condition: BuilderCondition;
  fieldType: ValueType;
  onCondition: (condition: BuilderCondition) => void;
  isInvalid: boolean;
  describedBy: string | undefined;
  disabled: boolean;
}

/** The condition with another operator: its value is kept as far as the operator takes one of its kind. */
export function withOperator(condition: BuilderCondition, operator: string): BuilderCondition {
  const { target, value, values } = condition;
  const takes = conditionOf(operator)?.takes ?? 'value';
  if (takes === 'nothing') return { target, operator };
  if (takes === 'values') {
    const kept = values ?? (value === undefined ? undefined : [value]);
    return kept === undefined ? { target, operator } : { target, operator, values: kept };
  }
  const kept = value ?? values?.[0];
  return kept === undefined ? { target, operator } : { target, operator, value: kept };
}

function withValue({ target, operator }: BuilderCondition, value: Scalar | undefined): BuilderCondition {
  return value === undefined ? { target, operator } : { target, operator, value };
}

/** What the condition compares with, as its field and operator want it. */
export function ValueInput(props: ValueInputProps) {
  const { label, condition, fieldType, onCondition, isInvalid, describedBy, disabled } = props;
  const { operator, value, values } = condition;
  const takes = conditionOf(operator)?.takes;
  const type = scalarTypeOf(fieldType, operator, value ?? values?.[0]);
  const isOpen = fieldType === 'unknown' || fieldType === 'json' || fieldType === 'json_array';
  if (takes === 'nothing') return <span className={styles.noValue} />;
  return (
    <span className={styles.valueCell}>
      {takes === 'values' ? (
        <ValueList {...props} type={type} />
      ) : type === 'bool' ? (
        <SegmentedControl
          label={`${label} value`}
          size="sm"
          options={[
            { value: 'true', label: 'true', disabled },
            { value: 'false', label: 'false', disabled },
          ]}
          value={String(value)}
          onChange={(next) => onCondition(withValue(condition, next === 'true'))}
        />
      ) : (
        <OneValue
          key={type}
          label={`${label} value`}
          type={type}
          value={value}
          onValue={(next) => onCondition(withValue(condition, next))}
          isInvalid={isInvalid}
          describedBy={describedBy}
          disabled={disabled}
        />
      )}
      {isOpen && takes === 'value' && type !== 'cidr' && !operator.endsWith('With') && (
        <KindChooser
          label={`${label} kind of value`}
          type={type}
          disabled={disabled}
          onType={(next) => onCondition(withValue(condition, converted(value, next)))}
        />
      )}
    </span>
  );
}

const kinds: { value: ScalarType; label: string; short: string }[] = [
  { value: 'string', label: 'Text', short: 'text' },
  { value: 'int', label: 'Integer', short: '123' },
  { value: 'float', label: 'Number', short: '1.5' },
  { value: 'bool', label: 'True or false', short: 'true' },
];

function converted(value: Scalar | undefined, type: ScalarType): Scalar {
  const text = value === undefined ? '' : String(value);
  const parsed = parseScalar(text, type);
  if (parsed !== undefined) return parsed;
  return type === 'bool' ? true : type === 'int' ? 0 : type === 'float' ? 0.5 : text;
}

/** No schema says what the field holds, so a person does. */
function KindChooser(props: {
  label: string;
  type: ScalarType;
  disabled: boolean;
  onType: (type: ScalarType) => void;
}) {
  const { label, type, disabled, onType } = props;
  return (
    <Chooser
      label={label}
      value={kinds.find(({ value }) => value === type)?.short ?? 'text'}
      className={styles.kind}
      width={200}
      disabled={disabled}
    >
      {(close) => (
        <PickList
          label={label}
          searchLabel="Kind of value"
          options={kinds}
          selected={new Set([type])}
          onPick={(picked) => {
            const next = kinds.find(({ value }) => value === picked);
            if (next) onType(next.value);
            close();
          }}
        />
      )}
    </Chooser>
  );
}

function OneValue(props: {
  label: string;
  type: ScalarType;
  value: Scalar | undefined;
  onValue: (value: Scalar | undefined) => void;
  isInvalid: boolean;
  describedBy: string | undefined;
  disabled: boolean;
}) {
  const { label, type, value, onValue, isInvalid, describedBy, disabled } = props;
  // What is typed may be no number yet; the text is kept until the value says something else.
  const [typed, setTyped] = useState<{ text: string; value: Scalar | undefined }>();
  const shown = typed !== undefined && Object.is(typed.value, value) ? typed.text : String(value ?? '');
  const isNumber = type === 'int' || type === 'float';
  return (
    <input
      className={cx(styles.value, isInvalid && styles.invalid)}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      inputMode={isNumber ? 'decimal' : undefined}
      placeholder={type === 'cidr' ? '10.0.0.0/8' : isNumber ? 'Number' : 'Value'}
      spellCheck={false}
      autoComplete="off"
      disabled={disabled}
      value={shown}
      onChange={(event) => {
        const text = event.target.value;
        const next = parseScalar(text, type) ?? (text === '' ? undefined : text);
        setTyped({ text, value: next });
        onValue(next);
      }}
    />
  );
}

const shownValues = 1;

function ValueList(props: ValueInputProps & { type: ScalarType }) {
  const { label, condition, type, onCondition, isInvalid, describedBy, disabled } = props;
  const [isOpen, setOpen] = useState(false);
  const values = (condition.values ?? []).map(String);
  const isValid = (text: string) => parseScalar(text, type) !== undefined;
  const apply = (next: readonly string[]) => {
    const { target, operator } = condition;
    const parsed = next.map((text) => parseScalar(text, type) ?? text);
    onCondition(parsed.length === 0 ? { target, operator } : { target, operator, values: parsed });
  };
  return (
    <span className={cx(styles.list, isInvalid && styles.invalid)} data-disabled={disabled || undefined}>
      {values.slice(0, shownValues).map((text) => (
        <span key={text} className={styles.tag}>
          <span>{text}</span>
          {!disabled && (
            <button
              type="button"
              aria-label={`Remove ${text}`}
              onClick={() => apply(values.filter((other) => other !== text))}
            >
              <IconX size={12} stroke={1.5} aria-hidden />
            </button>
          )}
        </span>
      ))}
      <button
        type="button"
        className={styles.more}
        aria-label={`${label} values: ${values.length === 0 ? 'none' : values.join(', ')}`}
        aria-haspopup="dialog"
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {values.length > shownValues
          ? `${values.length - shownValues} more`
          : values.length === 0
            ? 'Add values'
            : 'Edit'}
      </button>
      {isOpen && (
        <MultiValueModal
          title={`Values of ${label}`}
          values={values}
          isValid={isValid}
          onApply={apply}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}
