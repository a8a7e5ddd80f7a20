import { formatAbsolute } from '../../lib/format-time.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { SegmentedControl, Switch } from '../../ui/inputs/choice.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { NumberInput, TextInput } from '../../ui/inputs/text-input.tsx';
import { useSchedulePreview } from './queries.ts';
import { rateMinutesOf, rateUnits } from './save-draft.ts';
import type { DraftFaults, RateUnit, SaveDraft } from './save-draft.ts';
import styles from './saved-searches.module.css';

const runBy = [
  { value: 'period', label: 'Period' },
  { value: 'cron', label: 'Cron' },
] as const;
// Their names, as they are declared.
const unitOptions = (Object.keys(rateUnits) as RateUnit[]).map((value) => ({ value, label: value }));

/** Whether and when the clock runs the search. */
export function ScheduleFields(props: {
  draft: SaveDraft;
  onChange: (part: Partial<SaveDraft>) => void;
  faults: DraftFaults;
}) {
  const { draft, onChange, faults } = props;
  return (
    <section className={styles.schedule} aria-label="Schedule">
      <div className={styles.scheduleHead}>
        <Switch
          label="Is this a scheduled search?"
          checked={draft.isScheduled}
          onChange={(isScheduled) => onChange({ isScheduled })}
        />
        {draft.isScheduled && (
          <Switch label="Active" checked={draft.isActive} onChange={(isActive) => onChange({ isActive })} />
        )}
      </div>
      {draft.isScheduled && (
        <div className={styles.scheduleFields}>
          <div className={styles.runBy}>
            <span className={styles.label}>Run by</span>
            <SegmentedControl
              label="Run by"
              options={runBy}
              value={draft.runBy}
              onChange={(value) => onChange({ runBy: value })}
            />
          </div>
          {draft.runBy === 'period' ? (
            <>
              <NumberInput
                className={styles.number}
                label="Every"
                required
                min={1}
                value={draft.every}
                onChange={(every) => onChange({ every })}
                error={faults.every}
              />
              <Select
                className={styles.unit}
                label="Unit"
                options={unitOptions}
                value={draft.unit}
                onChange={(unit) => unit && onChange({ unit })}
              />
            </>
          ) : (
            <TextInput
              className={styles.cron}
              label="Cron expression, UTC"
              required
              mono
              value={draft.cron}
              onChange={(cron) => onChange({ cron })}
              error={faults.cron}
            />
          )}
          <NumberInput
            className={styles.number}
            label="Timeout, min"
            required
            min={1}
            value={draft.timeoutMinutes}
            onChange={(timeoutMinutes) => onChange({ timeoutMinutes })}
            error={faults.timeout}
          />
          <NextRuns draft={draft} />
        </div>
      )}
    </section>
  );
}

const previewDelayMs = 300;

function scheduleText({ runBy: by, cron, every, unit }: SaveDraft): string | undefined {
  if (by === 'cron') return cron.trim() === '' ? undefined : `cron:${cron.trim()}`;
  const rate = rateMinutesOf({ every, unit });
  return rate === null || !Number.isInteger(rate) || rate < 2 ? undefined : `rate:${rate}`;
}

/** `Nov 20, 16:46`. */
const minuteText = (at: Date) => formatAbsolute(at, 'UTC').replace(/, \d{4}, (\d\d:\d\d):\d\d UTC$/, ', $1');

/** The next three times, or what is wrong with the schedule. */
function NextRuns({ draft }: { draft: SaveDraft }) {
  const text = useDebounced(scheduleText(draft), previewDelayMs);
  const value = text?.slice(5) ?? '';
  const schedule =
    text === undefined
      ? undefined
      : text.startsWith('cron:')
        ? { cron: value }
        : { rateMinutes: Number(value) };
  const { data } = useSchedulePreview(schedule);
  if (schedule === undefined || !data) return null;
  if (data.error !== null)
    return (
      <p className={styles.scheduleError} role="alert">
        {data.error}
      </p>
    );
  return (
    <div className={styles.next}>
      <span className={styles.label}>Next runs, UTC</span>
      <span role="status">{data.times.map((time) => minuteText(new Date(time))).join(' · ')}</span>
    </div>
  );
}
