import { matchAlertTypes, severities } from '@margay/model';
import type { AlertType, Severity } from '@margay/model';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { fieldMessages } from '../../ui/form-rules.ts';
import { checkForm } from '../../ui/schema-form.tsx';
import type { FormErrors, FormValue, FormValues } from '../../ui/schema-form.tsx';
import type { Destination, DestinationInput, DestinationType } from './queries.ts';

/** What a person has typed so far. */
export interface DestinationDraft {
  displayName: string;
  severities: readonly Severity[];
  alertTypes: readonly AlertType[];
  logTypes: readonly string[];
  settings: FormValues;
}

export interface DraftFaults {
  displayName?: string | undefined;
  alertTypes?: string | undefined;
  settings: FormErrors;
}

/** A new destination takes everything a detection raises, no errors. */
export const newDraft = (): DestinationDraft => ({
  displayName: '',
  severities: severities.filter((severity) => severity !== 'INFO'),
  alertTypes: matchAlertTypes,
  logTypes: [],
  settings: {},
});

/** A setting as the form holds it; what no field could show counts as empty. */
function formValue(value: unknown): FormValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

export function draftOf(destination: Destination): DestinationDraft {
  return {
    displayName: destination.displayName,
    severities: destination.defaultForSeverity,
    alertTypes: destination.alertTypes,
    logTypes: destination.logTypes,
    settings: Object.fromEntries(
      Object.entries(destination.outputConfig).map(([name, value]) => [name, formValue(value)]),
    ),
  };
}

/** Secrets the server keeps for this destination: left empty they stay. */
export function storedSecretsOf(type: DestinationType, destination: Destination | undefined): string[] {
  if (!destination) return [];
  return type.fields
    .filter(({ name, secret }) => secret && Object.hasOwn(destination.outputConfig, name))
    .map(({ name }) => name);
}

export function faultsOf(
  draft: DestinationDraft,
  type: DestinationType,
  others: readonly Pick<Destination, 'displayName'>[],
  storedSecrets: readonly string[],
): DraftFaults {
  const name = draft.displayName.trim();
  const isTaken = others.some((other) => other.displayName.toLowerCase() === name.toLowerCase());
  return {
    displayName:
      name === ''
        ? fieldMessages.required
        : isTaken
          ? `A destination named "${name}" exists already. Choose another name.`
          : undefined,
    alertTypes: draft.alertTypes.length === 0 ? fieldMessages.required : undefined,
    settings: checkForm(type.fields, draft.settings, storedSecrets),
  };
}

export function faultCount({ settings, ...rest }: DraftFaults): number {
  return [...Object.values(rest), ...Object.values(settings)].filter(Boolean).length;
}

/** What is sent: trimmed, without settings that were left empty. */
export function inputOf(draft: DestinationDraft, outputType: string, outputId?: string): DestinationInput {
  const settings = Object.entries(draft.settings).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : value;
    return text === undefined || text === null || text === '' ? [] : [[name, text] as const];
  });
  return {
    ...(outputId === undefined ? {} : { outputId }),
    outputType,
    displayName: draft.displayName.trim(),
    defaultForSeverity: [...draft.severities],
    alertTypes: [...draft.alertTypes],
    logTypes: [...draft.logTypes],
    outputConfig: Object.fromEntries(settings),
  };
}

const configPrefix = 'outputConfig.';

/** The server's refusal at the fields it names; undefined when it names none that the form has. */
export function serverFaults(error: unknown, type: DestinationType): DraftFaults | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const { details } = error;
  if (typeof details !== 'object' || details === null || !('field' in details)) return undefined;
  const { field } = details;
  if (field === 'displayName') return { displayName: error.message, settings: {} };
  if (field === 'alertTypes') return { alertTypes: error.message, settings: {} };
  const listed: unknown[] = 'faults' in details && Array.isArray(details.faults) ? details.faults : [];
  const settings: Record<string, string> = {};
  for (const fault of listed) {
    if (typeof fault !== 'object' || fault === null || !('field' in fault) || !('message' in fault)) continue;
    const path = String(fault.field);
    const name = path.startsWith(configPrefix) ? path.slice(configPrefix.length).split('.')[0] : undefined;
    if (name !== undefined && type.fields.some((entry) => entry.name === name))
      settings[name] ??= String(fault.message);
  }
  return Object.keys(settings).length > 0 ? { settings } : undefined;
}
