import { settingsForm, type FormField, type SettingsDefinition } from './form.ts';
import { shownFields } from './shown.ts';

/** Settings by field name, as stored and as the API takes them. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Names of the settings marked secret, in the order of the form. */
export const secretNamesOf = (definition: SettingsDefinition): string[] => [
  ...new Set(settingsForm(definition).flatMap(({ name, secret }) => (secret ? [name] : []))),
];

/** The settings as anybody may see them: a secret is an empty text, the values of a secret table are empty. */
export const redactSettings = (secretNames: readonly string[], stored: SettingValues): SettingValues =>
  mapValues(stored, (value, name) => (secretNames.includes(name) ? blank(value) : value));

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapValues = (values: SettingValues, change: (value: unknown, name: string) => unknown): SettingValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
const blank = (value: unknown): unknown => (isTable(value) ? mapValues(value, () => '') : '');
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The settings after an edit. An empty or missing secret keeps what is stored, as long as it is asked for in the same field
 * as before: another kind of authentication begins with a secret of its own. In a secret table an empty value keeps the value
 * of that name, and a name that is gone is removed. Everything else is taken as given.
 */
export function mergeSettings(
  definition: SettingsDefinition,
  stored: SettingValues,
  given: SettingValues,
): SettingValues {
  const fields = settingsForm(definition);
  const was = secretFields(fields, stored);
  const merged: Record<string, unknown> = { ...given };
  for (const [name, field] of secretFields(fields, given)) {
    const before = was.get(name) === field ? stored[name] : undefined;
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

const secretFields = (fields: readonly FormField[], values: SettingValues) =>
  new Map(
    shownFields(fields, values).flatMap((field) => (field.secret ? [[field.name, field] as const] : [])),
  );

/** A table may also be given as a list of `{name, value}`. */
function tableOfPairs(value: unknown): unknown {
  const isPair = (entry: unknown): entry is { name: string; value: unknown } =>
    isTable(entry) && typeof entry['name'] === 'string' && 'value' in entry;
  if (!Array.isArray(value) || !value.every(isPair)) return value;
  return Object.fromEntries(value.map((pair) => [pair.name, pair.value]));
}

/**
 * Names of the secrets that an edit would keep although the address they are sent to (`sentTo`) now names another
 * server: they must be entered again. `merged` is the outcome of `mergeSettings` for `stored` and `given`.
 */
export function secretsToEnterAgain(
  definition: SettingsDefinition,
  edit: { stored: SettingValues; given: SettingValues; merged: SettingValues },
): string[] {
  return shownFields(settingsForm(definition), edit.merged).flatMap(({ name, sentTo: addresses }) => {
    // Without one of its addresses it goes nowhere; when that is named again, it is another one than before.
    if (addresses.some((address) => isEmpty(edit.merged[address]))) return [];
    const isMoved = addresses.some(
      (address) => originOf(edit.stored[address]) !== originOf(edit.merged[address]),
    );
    return isMoved && keepsStored(edit.stored[name], tableOfPairs(edit.given[name])) ? [name] : [];
  });
}

/** What tells servers apart: scheme, host and port. Text that is no address is told apart as it is. */
const originOf = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value) ? new URL(value).origin : value;

function keepsStored(stored: unknown, given: unknown): boolean {
  if (isEmpty(stored) || (isTable(stored) && Object.keys(stored).length === 0)) return false;
  if (isEmpty(given)) return true;
  if (!isTable(stored) || !isTable(given)) return false;
  return Object.entries(given).some(([key, value]) => isEmpty(value) && !isEmpty(stored[key]));
}

/** Secrets apart from the rest, for encryption at rest. `{...open, ...secret}` is the whole again. */
export function splitSecrets(
  secretNames: readonly string[],
  settings: SettingValues,
): { open: SettingValues; secret: SettingValues } {
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => secretNames.includes(name) === wanted));
  return { open: pick(false), secret: pick(true) };
}
