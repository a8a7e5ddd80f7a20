import { useId, useState } from 'react';
import { formatDuration, formatMoment } from '../../../lib/format-time.ts';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { readTypedTime } from '../../../lib/typed-time/read-typed-time.ts';
import type { TypedTime } from '../../../lib/typed-time/read-typed-time.ts';
import { IconCircleX, IconClock } from '../../../ui/icons.ts';
import styles from './typed-time-input.module.css';
import { choiceOfTyped, rangeNow, timeLabel, typedText } from './time-frame.ts';
import type { TimeChoice } from './time-frame.ts';
import type { TimeZoneSetting } from '../../../lib/format-time.ts';

/** A time frame in words, as typed or pasted. Below it stands how it was read; Enter applies it. */
export function TypedTimeInput(props: { value: TimeChoice; onApply: (time: TimeChoice) => void }) {
  const { value, onApply } = props;
  const zone = useTimeZone();
  const [now] = useState(() => new Date());
  const [text, setText] = useState(() => typedText(value, zone));
  const messageId = useId();
  const typed = readTypedTime(text, { zone, now });
  const choice = choiceOfTyped(typed);
  const isFault = typed.kind === 'fault' && text.trim() !== '';
  return (
    <div className={styles.typed}>
      <label className={styles.box}>
        <IconClock size={14} stroke={1.5} aria-hidden />
        <input
          type="text"
          data-autofocus
          aria-label="Time in words"
          aria-describedby={messageId}
          aria-invalid={isFault || undefined}
          placeholder="15m, now-3h, 14:19 – 15:50"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          // A line of text drops new lines, which stand between two stamps out of a table.
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text').trim();
            if (!/[\r\n\t]/.test(pasted)) return;
            event.preventDefault();
            setText(pasted.replace(/\s*[\r\n\t]+\s*/g, ' – '));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (choice) onApply(choice);
          }}
        />
      </label>
      <p id={messageId} className={isFault ? styles.fault : styles.read} role="status">
        {isFault && <IconCircleX size={14} stroke={1.5} aria-hidden />}
        {typed.kind === 'fault' ? typed.message : readText(typed, choice, { zone, now })}
      </p>
    </div>
  );
}

function readText(
  typed: Exclude<TypedTime, { kind: 'fault' }>,
  choice: TimeChoice | undefined,
  { zone, now }: { zone: TimeZoneSetting; now: Date },
): string {
  if (typed.kind === 'range') {
    const ends = `${formatMoment(new Date(typed.from), zone, now)} – ${formatMoment(new Date(typed.to), zone, now)}`;
    return `${ends} ${zone}, ${formatDuration(typed.to - typed.from)}, read as ${typed.readAs}`;
  }
  const range = choice && rangeNow(choice, now);
  if (!choice || !range) return '';
  return `${timeLabel(choice, zone)}: since ${formatMoment(new Date(range.startTime), zone, now)} ${zone}`;
}
