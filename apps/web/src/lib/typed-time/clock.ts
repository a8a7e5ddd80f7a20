/** A time of the day. */
export interface Clock {
  hours: number;
  minutes: number;
  seconds: number;
  milliseconds: number;
}

const clockShape = /^(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(?:([ap])\.?m\.?)?$/i;

/**
 * A time of the day as people type it: `9:30`, `0930`, `09:30:12.5`, `9:30 pm`, `11 p.m.`. A bare number is one only with
 * AM or PM. What looks like a time and is none comes back as a fault that names the part; anything else as undefined.
 */
export function readClock(text: string): Clock | { fault: string } | undefined {
  const trimmed = text.trim();
  const parts = clockShape.exec(trimmed);
  if (!parts) return undefined;
  const [, hourText = '', minuteText, secondText = '0', fraction = '', half] = parts;
  if (minuteText === undefined && half === undefined) return undefined;
  const hours = Number(hourText);
  const minutes = Number(minuteText ?? 0);
  const seconds = Number(secondText);
  const fault = (reason: string) => ({ fault: `"${trimmed}" is not a time: ${reason}` });
  if (half !== undefined && (hours < 1 || hours > 12)) return fault('with AM or PM hours go from 1 to 12');
  if (hours > 23) return fault('hours go to 23');
  if (minutes > 59) return fault('minutes go to 59');
  if (seconds > 59) return fault('seconds go to 59');
  const ofDay = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return { hours: ofDay, minutes, seconds, milliseconds: Number(fraction.padEnd(3, '0').slice(0, 3)) };
}
