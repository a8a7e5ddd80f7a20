import { invalidInput } from '@margay/kit';

/** The number of an input, from 1 up to `most`. Throws `InvalidInput` that names the field. */
export function wholeNumber(field: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw invalidInput(`${field} is ${value}. Give a whole number between 1 and ${most}.`, {
    details: { field },
  });
}
