/** Calendar arithmetic in UTC without `Date`: seconds since 1970 and nanoseconds are kept apart, so nothing is lost. */

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Month counts from 1. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : daysIn[month - 1]!;
}

/** Days from 1970-01-01 to the given day; negative before. Month and day count from 1. */
export function dayNumber(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const leapThisYear = month > 2 && isLeapYear(year) ? 1 : 0;
  return before * 365 + leapDays + daysBefore[month - 1]! + leapThisYear + day - 1 - 719_162;
}

const two = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));

/** First and last second whose year has four digits: years 0001 to 9999. */
const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

/** `YYYY-MM-DD HH:MM:SS.fffffffff` in UTC; undefined outside the years 1 to 9999. */
export function timestampText(seconds: number, nanos: number): string | undefined {
  if (!(seconds >= firstSecond && seconds <= lastSecond)) return undefined;
  const days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  // Days to a date: years counted from March, so that the leap day comes last (Howard Hinnant's civil_from_days).
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const hour = Math.floor(rest / 3600);
  const minute = Math.floor((rest % 3600) / 60);
  const fraction = nanos === 0 ? '000000000' : String(nanos).padStart(9, '0');
  return `${String(year).padStart(4, '0')}-${two[month]}-${two[day]} ${two[hour]}:${two[minute]}:${two[rest % 60]}.${fraction}`;
}

/** The moment as the text used in events. */
export function timestampTextOfDate(date: Date): string {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  const text = timestampText(seconds, (milliseconds - seconds * 1000) * 1_000_000);
  if (text === undefined) throw new RangeError('The date is outside the years 1 to 9999.');
  return text;
}
