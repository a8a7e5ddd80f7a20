import { dayNumber, daysInMonth, timestampText } from './civil.ts';

/** As in RFC 3339, section 5.6, with what loggers also write: a blank for the T, a comma before the fraction. */
const form =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,30}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const zero = 48;

/** RFC 3339 date-time with its zone, as event timestamp text; undefined when it is not one. */
export function parseRfc3339(text: string): string | undefined {
  if (text.length === 20) {
    const fast = parseSecondsInUtc(text);
    if (fast !== undefined) return fast;
  }
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, zoneHour, zoneMinute] = match;
  const seconds = secondsOf(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  if (seconds === undefined) return undefined;
  const nanos = fraction === undefined ? 0 : Number(fraction.slice(0, 9).padEnd(9, '0'));
  if (sign === undefined) return timestampText(seconds, nanos);
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;
  const offset = Number(zoneHour) * 3600 + Number(zoneMinute) * 60;
  return timestampText(sign === '+' ? seconds - offset : seconds + offset, nanos);
}

/** Seconds since 1970 of a UTC calendar time; a leap second counts as the next second. Undefined when no such time exists. */
export function secondsOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  return dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
}

/** The commonest form, `2006-01-02T15:04:05Z`: the digits are already right, only their ranges need a look. */
function parseSecondsInUtc(text: string): string | undefined {
  if (text.charCodeAt(19) !== 90 || text.charCodeAt(10) !== 84) return undefined;
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return undefined;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return undefined;
  const year = pair(text, 0) * 100 + pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  // A pair that is not two digits is NaN, and NaN fails every comparison below.
  if (!(year >= 1 && month >= 1 && month <= 12)) return undefined;
  if (!(day >= 1 && day <= daysInMonth(year, month))) return undefined;
  if (!(pair(text, 11) <= 23 && pair(text, 14) <= 59 && pair(text, 17) <= 59)) return undefined;
  return `${text.slice(0, 10)} ${text.slice(11, 19)}.000000000`;
}

function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - zero;
  const ones = text.charCodeAt(at + 1) - zero;
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return Number.NaN;
  return tens * 10 + ones;
}
