import { useState } from 'react';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { FieldGroup } from '../../../ui/inputs/field.tsx';
import styles from './date-time-fields.module.css';
import { clockFault, dateFields, momentOf, withColon } from './time-frame.ts';

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
  const wrong = clockFault(draft.time);
  // Half of a time is no fault yet.
  const [isLeft, setLeft] = useState(true);
  const message = isLeft || /^\d+:\d\d/.test(draft.time.trim()) ? wrong : undefined;
  return (
    <FieldGroup label={`${label} (${zone})`} error={message ?? error}>
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
          title="Of 24 hours, or of 12 with AM or PM; seconds where they matter"
          maxLength={11}
          aria-label={`${label} time, 24 hours`}
          aria-invalid={wrong !== undefined || undefined}
          value={draft.time}
          onChange={(event) => change({ ...draft, time: event.target.value })}
          onFocus={() => setLeft(false)}
          onBlur={() => {
            setLeft(true);
            change({ ...draft, time: withColon(draft.time) });
          }}
        />
      </div>
    </FieldGroup>
  );
}
