import { relativeUnits } from '@margay/query';
import type { RelativeUnit } from '@margay/query';
import { useId, useState } from 'react';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { IconCheck, IconChevronLeft, IconChevronRight, IconClock } from '../../../ui/icons.ts';
import { Popover } from '../../../ui/overlays/menu.tsx';
import { SubmitButton } from '../../../ui/inputs/submit-button.tsx';
import { NumberInput } from '../../../ui/inputs/text-input.tsx';
import { ChoiceButton } from '../conditions/choice-button.tsx';
import { FromTextMark } from '../form/from-text.tsx';
import { DateTimeFields } from './date-time-fields.tsx';
import shared from '../search.module.css';
import styles from './time-frame-picker.module.css';
import { TypedTimeInput } from './typed-time-input.tsx';
import { defaultRelative, rangeNow, timeLabel, timePresets, unitLabels } from './time-frame.ts';
import type { TimeChoice } from './time-frame.ts';

export interface TimeFramePickerProps {
  value: TimeChoice;
  onChange: (time: TimeChoice) => void;
  error?: string | undefined;
  /** What the text of the query says instead, which is no fault. `note`: the sentence about it. */
  fromText?: { label: string; note: string } | undefined;
}

type View = 'presets' | 'relative' | 'custom';

/** A time in words, twelve presets, the last N units, or two times. A choice applies at once or with Apply; Cancel keeps what was. */
export function TimeFramePicker({ value, onChange, error, fromText }: TimeFramePickerProps) {
  const zone = useTimeZone();
  const [view, setView] = useState<View>();
  const isOpen = view !== undefined;
  const errorId = useId();
  const close = () => setView(undefined);
  function apply(time: TimeChoice) {
    onChange(time);
    close();
  }
  const picker = (
    <Popover
      label="Time frame"
      isOpen={isOpen}
      onClose={close}
      width={340}
      target={
        <ChoiceButton
          ariaLabel={`Time frame ${fromText ? `${fromText.label}, from the text` : timeLabel(value, zone)}`}
          icon={<IconClock size={14} stroke={1.5} aria-hidden />}
          value={fromText?.label ?? timeLabel(value, zone)}
          aside={fromText ? <FromTextMark /> : zone}
          isDashed={fromText !== undefined}
          title={fromText?.note}
          isOpen={isOpen}
          isInvalid={error !== undefined}
          describedBy={error && errorId}
          onToggle={() => setView(isOpen ? undefined : 'presets')}
        />
      }
    >
      {view === 'presets' && (
        <>
          <TypedTimeInput value={value} onApply={apply} />
          <Presets value={value} onPick={apply} onView={setView} />
        </>
      )}
      {view === 'relative' && (
        <Relative value={value} onApply={apply} onCancel={close} onBack={() => setView('presets')} />
      )}
      {view === 'custom' && (
        <Custom value={value} onApply={apply} onCancel={close} onBack={() => setView('presets')} />
      )}
    </Popover>
  );
  return (
    <div className={styles.field}>
      {picker}
      {error && (
        <span id={errorId} className={styles.error} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

function Presets(props: {
  value: TimeChoice;
  onPick: (time: TimeChoice) => void;
  onView: (view: View) => void;
}) {
  const { value, onPick, onView } = props;
  return (
    <div className={styles.presets} role="listbox" aria-label="Time frames">
      {timePresets.map(({ id, label }) => {
        const isChosen = value.kind === 'preset' && value.id === id;
        return (
          <button
            key={id}
            type="button"
            role="option"
            aria-selected={isChosen}
            className={styles.preset}
            onClick={() => onPick({ kind: 'preset', id })}
          >
            {label}
            {isChosen && <IconCheck size={14} stroke={2} aria-hidden />}
          </button>
        );
      })}
      <button
        type="button"
        role="option"
        aria-selected={value.kind === 'relative'}
        className={styles.preset}
        onClick={() => onView('relative')}
      >
        Relative <IconChevronRight size={14} stroke={1.5} aria-hidden />
      </button>
      <button
        type="button"
        role="option"
        aria-selected={value.kind === 'custom'}
        className={styles.preset}
        onClick={() => onView('custom')}
      >
        Custom <IconChevronRight size={14} stroke={1.5} aria-hidden />
      </button>
    </div>
  );
}

interface PaneProps {
  value: TimeChoice;
  onApply: (time: TimeChoice) => void;
  onCancel: () => void;
  onBack: () => void;
}

function BackLink({ onBack }: { onBack: () => void }) {
  return (
    <button type="button" className={shared.link} onClick={onBack}>
      <IconChevronLeft size={14} stroke={1.5} aria-hidden /> Other options
    </button>
  );
}

function Relative({ value, onApply, onCancel, onBack }: PaneProps) {
  const before = value.kind === 'relative' ? value : defaultRelative;
  const [count, setCount] = useState<number | null>(before.count);
  const [unit, setUnit] = useState<RelativeUnit>(before.unit);
  return (
    <form
      className={shared.timePane}
      onSubmit={(event) => {
        event.preventDefault();
        if (count !== null && count >= 1) onApply({ kind: 'relative', count, unit });
      }}
    >
      <BackLink onBack={onBack} />
      <div className={styles.relative}>
        <NumberInput label="Last" value={count} onChange={setCount} min={1} max={10_000} data-autofocus />
        {/* A list of its own layer would count as a click outside this popover. */}
        <Field label="Unit">
          {(ids) => (
            <select
              {...ids}
              className={styles.unit}
              value={unit}
              onChange={(event) =>
                setUnit(relativeUnits.find((entry) => entry === event.target.value) ?? unit)
              }
            >
              {relativeUnits.map((entry) => (
                <option key={entry} value={entry}>
                  {unitLabels[entry]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className={shared.buttons}>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton size="sm" isValid={count !== null && count >= 1} isDirty>
          Apply
        </SubmitButton>
      </div>
    </form>
  );
}

function Custom({ value, onApply, onCancel, onBack }: PaneProps) {
  // What is looked at now is the nearest to what somebody wants.
  const [before] = useState(
    () => (value.kind === 'custom' ? value : rangeNow(value, new Date())) ?? { startTime: '', endTime: '' },
  );
  const [startTime, setStart] = useState(before.startTime);
  const [endTime, setEnd] = useState(before.endTime);
  const isChanged = value.kind !== 'custom' || startTime !== before.startTime || endTime !== before.endTime;
  const isBackwards = startTime !== '' && endTime !== '' && startTime >= endTime;
  const isWhole = startTime !== '' && endTime !== '' && !isBackwards;
  return (
    <form
      className={shared.timePane}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && isChanged) onApply({ kind: 'custom', startTime, endTime });
      }}
    >
      <BackLink onBack={onBack} />
      <DateTimeFields label="Start" value={startTime} onChange={setStart} max={endTime} />
      <DateTimeFields
        label="End"
        value={endTime}
        onChange={setEnd}
        min={startTime}
        error={isBackwards ? 'The end lies before the start' : undefined}
      />
      <div className={shared.buttons}>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            setStart('');
            setEnd('');
          }}
        >
          Clear
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton size="sm" isValid={isWhole} isDirty={isChanged}>
          Apply
        </SubmitButton>
      </div>
    </form>
  );
}
