import { invalidInput } from '@margay/kit';
import {
  mergeSettings,
  readSettings,
  secretsToEnterAgain,
  type SettingsDefinition,
  type SettingValues,
} from '@margay/settings';

const enterAgain = 'Enter this again: it was saved for another address';

/**
 * Settings after an edit, ready to be saved: secrets that were left empty are kept, unless they would be sent to another
 * server. Throws `InvalidInput` that names the object and its first fault, with all of them in `details.faults`; `within` is
 * the path of the settings in what was sent.
 */
export function changedSettings(
  definition: SettingsDefinition,
  { stored, given }: { stored: SettingValues; given: SettingValues },
  { object, within, refusesUnknown }: { object: string; within: string; refusesUnknown: boolean },
): SettingValues {
  const merged = mergeSettings(definition, stored, given);
  const read = readSettings(definition, merged, { refusesUnknown });
  const faults =
    'faults' in read
      ? read.faults
      : secretsToEnterAgain(definition, { stored, given, merged }).map((name) => ({
          field: name,
          message: enterAgain,
        }));
  const [first] = faults;
  if ('values' in read && first === undefined)
    return Object.fromEntries(Object.entries(read.values).filter(([, value]) => value !== undefined));
  const pathOf = (field: string) => [within, field].filter((part) => part !== '').join('.');
  const { field = '', message = 'is not valid' } = first ?? {};
  throw invalidInput(`${object}, ${pathOf(field)}: ${message}`, {
    details: {
      field: pathOf(field),
      faults: faults.map((fault) => ({ ...fault, field: pathOf(fault.field) })),
    },
  });
}
