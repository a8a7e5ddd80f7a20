import { gql } from './graphql/gql.ts';
import { RequestError } from './graphql/request-error.ts';

/** A form of settings, as `ui/schema-form.tsx` draws it. */
export const settingFieldFacts = gql(`fragment SettingFieldFacts on SettingField {
  name label help placeholder kind required secret options { value label } default min max maxLength pattern mustBeOn
  shownWhen { field oneOf } }`);

/** What the server refused, by the setting it names; `within` is where the settings were in what was sent. */
export function settingFaults(
  error: unknown,
  fields: readonly { name: string }[],
  within: string,
): Record<string, string> {
  const details = error instanceof RequestError ? error.details : undefined;
  const isListed = typeof details === 'object' && details !== null && 'faults' in details;
  const listed: unknown[] = isListed && Array.isArray(details.faults) ? details.faults : [];
  const prefix = within === '' ? '' : `${within}.`;
  const faults: Record<string, string> = {};
  for (const fault of listed) {
    if (typeof fault !== 'object' || fault === null || !('field' in fault) || !('message' in fault)) continue;
    const path = String(fault.field);
    const name = path.startsWith(prefix) ? path.slice(prefix.length).split('.')[0] : undefined;
    if (name !== undefined && fields.some((entry) => entry.name === name))
      faults[name] ??= String(fault.message);
  }
  return faults;
}
