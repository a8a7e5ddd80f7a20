import type { OperatorInput } from '@margay/query';
import { useState } from 'react';
import { formatPickerTime } from '../../../lib/format-time.ts';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { cx } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconCalendar } from '../../../ui/icons.ts';
import { Popover } from '../../../ui/overlays/menu.tsx';
import { SuggestInput } from '../../../ui/inputs/suggest-input.tsx';
import { SubmitButton } from '../../../ui/inputs/submit-button.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { DateTimeFields } from '../time/date-time-fields.tsx';
import { isOutOfRange } from '../time/time-frame.ts';
import { ListValue } from './list-value.tsx';
import { useUsualValues } from './usual-values.tsx';
import shared from '../search.module.css';
import styles from './condition-value.module.css';

export interface ConditionValueProps {
  /** Name of the condition, for accessible names. */
  label: string;
  /** Path of the field; undefined for the whole row. */
  field: string | undefined;
  /** The field in words. */
  fieldName: string;
  input: OperatorInput;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Whether a text may be one of several values. */
  isValid: (text: string) => boolean;
  isInvalid: boolean;
  describedBy?: string | undefined;
}

/** The value of a condition, by what its operator asks for. */
export function ConditionValue(props: ConditionValueProps) {
  const { label, input, values, onChange, isInvalid, describedBy } = props;
  const [first = '', second = ''] = values;
  if (input === 'none') return null;
  if (input === 'list') return <ListValue {...props} />;
  if (input === 'date') return <DateButton {...props} value={first} onChange={(iso) => onChange([iso])} />;
  if (input === 'dateRange') {
    return (
      <span className={styles.datePair}>
        <DateButton
          {...props}
          label={`${label} from`}
          value={first}
          max={second}
          onChange={(iso) => onChange([iso, second])}
        />
        <span className={styles.word}>and</span>
        <DateButton
          {...props}
          label={`${label} to`}
          value={second}
          min={first}
          onChange={(iso) => onChange([first, iso])}
        />
      </span>
    );
  }
  const number = (name: string, value: string, change: (value: string) => void) => (
    <input
      className={cx(styles.numberValue, isInvalid && styles.invalid)}
      aria-label={name}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      inputMode="decimal"
      spellCheck={false}
      placeholder="Number"
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  );
  if (input === 'numberRange') {
    return (
      <span className={styles.pair}>
        {number(`${label} lower number`, first, (value) => onChange([value, second]))}
        <span className={styles.word}>and</span>
        {number(`${label} upper number`, second, (value) => onChange([first, value]))}
      </span>
    );
  }
  const change = (value: string) => onChange(value === '' ? [] : [value]);
  if (input === 'number') return number(`${label} value`, first, change);
  return <TextValue {...props} value={first} onChange={change} />;
}

/** One line of text, with the usual values of the field to choose from. */
function TextValue(props: {
  label: string;
  field: string | undefined;
  value: string;
  onChange: (value: string) => void;
  isInvalid: boolean;
  describedBy?: string | undefined;
}) {
  const { label, field, value, onChange, isInvalid, describedBy } = props;
  const [isWanted, setWanted] = useState(false);
  return (
    <span className={styles.textValue}>
      <SuggestInput
        size="sm"
        label={`${label} value`}
        placeholder="Value"
        value={value}
        onChange={onChange}
        suggestions={useUsualValues(field, isWanted)}
        onFocus={() => setWanted(true)}
        isInvalid={isInvalid}
        describedBy={describedBy}
      />
    </span>
  );
}

/** Pick a date and optionally a time, then Apply. Cancel reverts, Clear empties. */
function DateButton(props: {
  label: string;
  value: string;
  onChange: (iso: string) => void;
  /** The other end of a range; empty for no limit. */
  min?: string;
  max?: string;
  isInvalid: boolean;
  describedBy?: string | undefined;
}) {
  const { label, value, onChange, min = '', max = '', isInvalid, describedBy } = props;
  const zone = useTimeZone();
  const [draft, setDraft] = useState<string>();
  const at = new Date(value);
  const text = value === '' || Number.isNaN(at.getTime()) ? 'MM/DD/YYYY HH:mm' : formatPickerTime(at, zone);
  const close = () => setDraft(undefined);
  const isOutside = draft !== undefined && draft !== '' && isOutOfRange(draft, min, max);
  const isChanged = draft !== undefined && draft !== value;
  return (
    <Popover
      label={label}
      isOpen={draft !== undefined}
      onClose={close}
      target={
        <ChoiceButton
          isSmall
          ariaLabel={`${label}: ${text}`}
          icon={<IconCalendar size={14} stroke={1.5} aria-hidden />}
          value={text}
          isOpen={draft !== undefined}
          onToggle={() => setDraft(draft === undefined ? value : undefined)}
          isInvalid={isInvalid}
          describedBy={describedBy}
          className={styles.dateChoice}
        />
      }
    >
      <form
        className={shared.timePane}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isChanged || isOutside) return;
          onChange(draft);
          close();
        }}
      >
        <DateTimeFields
          label="Date"
          value={draft ?? ''}
          onChange={setDraft}
          min={min}
          max={max}
          error={isOutside ? 'The end lies before the start' : undefined}
        />
        <div className={shared.buttons}>
          <Button size="sm" variant="quiet" onClick={() => setDraft('')}>
            Clear
          </Button>
          <Button size="sm" variant="quiet" onClick={close}>
            Cancel
          </Button>
          <SubmitButton size="sm" isValid={!isOutside} isDirty={isChanged}>
            Apply
          </SubmitButton>
        </div>
      </form>
    </Popover>
  );
}
