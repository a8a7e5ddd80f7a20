import * as z from 'zod';
import { requiredFault } from './field.ts';
import { settingsForm, type SettingsDefinition } from './form.ts';
import type { SettingValues } from './secrets.ts';
import { shownFields } from './shown.ts';

/** What is wrong with one setting; `field` is its path with dots. */
export interface SettingFault {
  field: string;
  message: string;
}

/** Blanks fill no field in. */
const isUnfilled = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Settings as the definition takes them, or every fault in the order of the form. What is not shown is left out before
 * anything is checked; what is shown and required must be there. A name that no setting has is a fault where `refusesUnknown`, else it is left out.
 */
export function readSettings(
  definition: SettingsDefinition,
  given: SettingValues,
  { refusesUnknown }: { refusesUnknown: boolean },
): { values: SettingValues } | { faults: SettingFault[] } {
  const fields = settingsForm(definition);
  const shown = shownFields(fields, given);
  const names = new Set(shown.map(({ name }) => name));
  const hidden = new Set(fields.map(({ name }) => name).filter((name) => !names.has(name)));
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !hidden.has(name)));
  const parsed = definition.settings.safeParse(kept);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
  const isFaulty = (name: string) => faults.some(({ field }) => field === name);
  for (const { name, kind, required } of shown)
    if (
      required &&
      kind !== 'boolean' &&
      isUnfilled(kept[name]) &&
      !isFaulty(name) &&
      !hasDefault(shown, name)
    )
      faults.push({ field: name, message: requiredFault });
  if (refusesUnknown)
    for (const name of Object.keys(kept))
      if (!names.has(name)) faults.push({ field: name, message: 'There is no such setting' });
  const order = shown.map(({ name }) => name);
  const placeOf = ({ field }: SettingFault) => order.indexOf(field.split('.')[0] ?? '');
  if (!parsed.success || faults.length > 0)
    return { faults: faults.toSorted((a, b) => placeOf(a) - placeOf(b)) };
  const values = z.record(z.string(), z.unknown()).parse(parsed.data);
  return { values: Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))) };
}

const hasDefault = (fields: readonly { name: string; default: unknown }[], name: string) =>
  fields.some((field) => field.name === name && field.default !== null);
