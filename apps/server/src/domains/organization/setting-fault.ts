import { invalidInput, type MargayError } from '@margay/kit';
import type { SettingGroup } from './setting-group.ts';

/** What the form of a group shows at one of its settings, for `beforeSave` to throw. */
export const settingFault = (
  { title }: Pick<SettingGroup, 'title'>,
  { field, message }: { field: string; message: string },
): MargayError => {
  const path = `values.${field}`;
  return invalidInput(`Settings ${title}, ${path}: ${message}`, {
    details: { field: path, faults: [{ field: path, message }] },
  });
};
