import { useState } from 'react';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import styles from './search.module.css';
import { dateFields, isClockTime, momentOf, withColon } from './time-frame.ts';

/** A date and optionally a time, in the person's zone. The value is an ISO text in UTC, empty while it is none. */
export function DateTimeFields(props: {
  label: string;
  value: string;
  onChange: (iso: string) => void;
  error?: string | undefined;
}) {
  const { label, value, onChange, error } = props;
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
          max="9999-12-31"
          onChange={(event) => change({ ...draft, date: event.target.value })}
        />
        <input
          type="text"
          inputMode="numeric"
          placeholder="HH:mm"
          maxLength={5}
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
