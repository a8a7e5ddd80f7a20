import { stringifyJson } from '@margay/kit';
import { missing } from '../../prefilter/paths.ts';

/** A value inside a title: text as it is, nothing for what is not there, JSON for the rest. */
export function textOfValue(value: unknown): string {
  if (value === missing || value === null) return '';
  return typeof value === 'string' ? value : jsonOfValue(value);
}

/** JSON text. What is nested too deep to be written is told of instead: titles and dedup strings never fail. */
export function jsonOfValue(value: unknown): string {
  try {
    return stringifyJson(value);
  } catch (error) {
    if (error instanceof RangeError) return '"(nested too deep)"';
    throw error;
  }
}
