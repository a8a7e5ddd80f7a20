import { useState } from 'react';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { formatPickerTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconCalendar, IconChevronDown } from '../../../ui/icons.ts';
import { Popover } from '../../../ui/overlays/menu.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import styles from '../alerts.module.css';
import { fixedRangeOf } from './list-search.ts';
import type { AlertListSearch, RangeName, SearchChange } from './list-search.ts';
import { parsePickerTime } from '../../../lib/picker-time.ts';

const rangeLabels: Record<RangeName, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};
const rangeNames = Object.keys(rangeLabels) as RangeName[]; // keys of the constant above

export interface RangePickerProps {
  search: AlertListSearch;
  onSearch: (change: SearchChange) => void;
}

/** The time the alerts were raised in: all time, the last hours or days, or from one minute to another. */
export function RangePicker({ search, onSearch }: RangePickerProps) {
  const zone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const label = rangeText(search, (at) => formatPickerTime(at, zone));
  const choose = (change: SearchChange) => {
    setOpen(false);
    onSearch(change);
  };
  return (
    <Popover
      label="Time range"
      width={300}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <Button
          icon={<IconCalendar size={16} stroke={1.5} aria-hidden />}
          trailing={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      }
    >
      <div className={styles.rangePicker}>
        <div className={styles.presets}>
          <Button
            variant="quiet"
            size="sm"
            aria-pressed={label === allTime}
            onClick={() => choose({ range: undefined, from: undefined, to: undefined })}
          >
            {allTime}
          </Button>
          {rangeNames.map((range) => (
            <Button
              key={range}
              variant="quiet"
              size="sm"
              aria-pressed={search.range === range}
              onClick={() => choose({ range, from: undefined, to: undefined })}
            >
              {rangeLabels[range]}
            </Button>
          ))}
        </div>
        <CustomRange search={search} onApply={choose} />
      </div>
    </Popover>
  );
}

const allTime = 'All time';

function rangeText(search: AlertListSearch, format: (at: Date) => string): string {
  if (search.range) return rangeLabels[search.range];
  const times = fixedRangeOf(search);
  const from = times.from && format(times.from);
  const to = times.to && format(times.to);
  if (from && to) return `${from} – ${to}`;
  if (from) return `Since ${from}`;
  return to ? `Until ${to}` : allTime;
}

function CustomRange({
  search,
  onApply,
}: {
  search: AlertListSearch;
  onApply: (change: SearchChange) => void;
}) {
  const zone = useTimeZone();
  const times = search.range ? undefined : fixedRangeOf(search);
  const textOf = (at: Date | undefined) => (at ? formatPickerTime(at, zone) : '');
  const stored = { from: textOf(times?.from), to: textOf(times?.to) };
  const [draft, setDraft] = useState(stored);
  const from = parsePickerTime(draft.from, zone);
  const to = parsePickerTime(draft.to, zone);
  const isOrdered = !from || !to || from <= to;
  const isChanged = draft.from !== stored.from || draft.to !== stored.to;
  const faultOf = (text: string, at: Date | undefined) =>
    text !== '' && !at ? 'Write MM/DD/YYYY HH:mm' : undefined;
  const canApply = isChanged && isOrdered && [draft.from, draft.to].some((text) => text !== '');
  return (
    <form
      className={styles.customRange}
      onSubmit={(event) => {
        event.preventDefault();
        if (!canApply || faultOf(draft.from, from) || faultOf(draft.to, to)) return;
        onApply({ range: undefined, from: from?.toISOString(), to: to?.toISOString() });
      }}
    >
      <TextInput
        label={`From (${zone})`}
        placeholder="MM/DD/YYYY HH:mm"
        value={draft.from}
        onChange={(text) => setDraft({ ...draft, from: text })}
        error={faultOf(draft.from, from)}
      />
      <TextInput
        label={`To (${zone})`}
        placeholder="MM/DD/YYYY HH:mm"
        value={draft.to}
        onChange={(text) => setDraft({ ...draft, to: text })}
        error={faultOf(draft.to, to) ?? (isOrdered ? undefined : 'Ends before it begins')}
      />
      <Button type="submit" size="sm" variant="primary" disabled={!canApply}>
        Apply
      </Button>
    </form>
  );
}
