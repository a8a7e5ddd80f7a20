import type * as z from 'zod';
import { metaOf } from './field.ts';

/** Settings of a destination by field name, as stored and as the API takes them. */
export type SettingValues = Readonly<Record<string, unknown>>;

const secretNames = (settings: z.ZodObject) =>
  Object.entries(settings.shape).flatMap(([name, schema]) => (metaOf(schema)?.secret === true ? [name] : []));

/** The settings as anybody may see them: a secret is an empty text, the values of a secret table are empty. */
export function redactSettings(definition: { settings: z.ZodObject }, stored: SettingValues): SettingValues {
  const secrets = new Set(secretNames(definition.settings));
  return mapValues(stored, (value, name) => (secrets.has(name) ? blank(value) : value));
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapValues = (values: SettingValues, change: (value: unknown, name: string) => unknown): SettingValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
const blank = (value: unknown): unknown => (isTable(value) ? mapValues(value, () => '') : '');
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The settings after an edit. An empty or missing secret keeps what is stored; in a secret table an empty value keeps
 * the value of that name, and a name that is gone is removed. Everything else is taken as given.
 */
export function mergeSettings(
  definition: { settings: z.ZodObject },
  stored: SettingValues,
  given: SettingValues,
): SettingValues {
  const merged: Record<string, unknown> = { ...given };
  for (const name of secretNames(definition.settings)) {
    const before = stored[name];
    const after = tableOfPairs(given[name]);
    if (isEmpty(after)) {
      if (before === undefined) delete merged[name];
      else merged[name] = before;
    } else if (isTable(after) && isTable(before)) {
      merged[name] = mapValues(after, (value, key) => (isEmpty(value) ? (before[key] ?? value) : value));
    } else merged[name] = after;
  }
  return merged;
}

/** A table may also be given as a list of `{name, value}`. */
function tableOfPairs(value: unknown): unknown {
  const isPair = (entry: unknown): entry is { name: string; value: unknown } =>
    isTable(entry) && typeof entry['name'] === 'string' && 'value' in entry;
  if (!Array.isArray(value) || !value.every(isPair)) return value;
  return Object.fromEntries(value.map((pair) => [pair.name, pair.value]));
}

/** Secrets apart from the rest, for encryption at rest. `{...open, ...secret}` is the whole again. */
export function splitSecrets(
  definition: { settings: z.ZodObject },
  settings: SettingValues,
): { open: SettingValues; secret: SettingValues } {
  const names = new Set(secretNames(definition.settings));
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name) === wanted));
  return { open: pick(false), secret: pick(true) };
}
