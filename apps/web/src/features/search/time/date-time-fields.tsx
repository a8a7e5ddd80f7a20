import { useState } from 'react';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { FieldGroup } from '../../../ui/inputs/field.tsx';
import styles from './date-time-fields.module.css';
import { dateFields, isClockTime, momentOf, withColon } from './time-frame.ts';

/** Years have four digits. */
const lastDay = '9999-12-31';

/** A date and optionally a time, in the person's zone. The value is an ISO text in UTC, empty while it is none. */
export function DateTimeFields(props: {
  label: string;
  value: string;
  onChange: (iso: string) => void;
  error?: string | undefined;
  /** Moments before and after which no day can be picked; empty for no limit. */
  min?: string;
  max?: string;
}) {
  const { label, value, onChange, error, min = '', max = '' } = props;
  const zone = useTimeZone();
  const [draft, setDraft] = useState(() => dateFields(value, zone));
  const [reported, setReported] = useState(value);
  if (value !== reported) {
    setReported(value);
    setDraft(dateFields(value, zone));
  }
  function change(next: { date: string; time: string }) {
    const moment = momentOf(next.date, next.time, zone) ?? '';
    setDraft(next);
    setReported(moment);
    onChange(moment);
  }
  return (
    <FieldGroup label={`${label} (${zone})`} error={error}>
      <div className={styles.dateTime}>
        <input
          type="date"
          aria-label={`${label} date`}
          value={draft.date}
          min={dateFields(min, zone).date || undefined}
          max={dateFields(max, zone).date || lastDay}
          onChange={(event) => change({ ...draft, date: event.target.value })}
        />
        <input
          type="text"
          inputMode="numeric"
          placeholder="HH:mm"
          title="Of 24 hours, or of 12 with AM or PM"
          maxLength={8}
          aria-label={`${label} time, 24 hours`}
          aria-invalid={!isClockTime(draft.time) || undefined}
          value={draft.time}
          onChange={(event) => change({ ...draft, time: event.target.value })}
          onBlur={() => change({ ...draft, time: withColon(draft.time) })}
        />
      </div>
    </FieldGroup>
  );
}
