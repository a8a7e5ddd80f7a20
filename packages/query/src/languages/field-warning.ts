import { nearestWord } from '@margay/kit';

import { withMeant } from '../diagnostics.ts';

/**
 * What to say of a key that an object's schema does not have. `isOpen`: the table keeps fields no schema covers, so that
 * the key may be there all the same, and only one near to a known key is a slip perhaps.
 */
export function fieldWarning(
  name: string,
  fields: readonly { name: string }[],
  isOpen: boolean,
): { code: string; message: string; meant: string | undefined } | undefined {
  const meant = nearestWord(
    name,
    fields.map((field) => field.name),
  );
  if (isOpen && meant === undefined) return undefined;
  const shown = name.slice(0, 60);
  return isOpen
    ? {
        code: 'warn.unlisted_field',
        message: withMeant(
          `No schema has a field "${shown}" in this object; it is looked for among the fields beside those.`,
          meant,
        ),
        meant,
      }
    : {
        code: 'warn.unknown_field',
        message: withMeant(`There is no field "${shown}" in this object; it counts as null.`, meant),
        meant,
      };
}
