import { invalidInput } from '@margay/kit';

/** An RFC 3339 moment with an offset, or milliseconds since 1970. */
export function parseDateTime(value: unknown): Date {
  const date = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
  const hasZone =
    typeof value === 'number' || (typeof value === 'string' && /(Z|[+-]\d\d:?\d\d)$/i.test(value));
  if (date === undefined || Number.isNaN(date.getTime()) || !hasZone) {
    throw invalidInput(`"${String(value)}" is not a date and time. Give it like 2026-01-31T10:00:00Z.`);
  }
  const year = date.getUTCFullYear();
  if (year < 0 || year > 9999)
    throw invalidInput(`"${String(value)}" is not a time between the years 1 and 9999.`);
  return date;
}

/** The zero time `0001-01-01T00:00:00Z` means "unset" in several inputs. */
export function isZeroTime(date: Date): boolean {
  return date.getUTCFullYear() <= 1;
}
