import { matchAlertTypes, severities } from '@margay/model';
import type { AlertType, Severity } from '@margay/model';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { settingFaults } from '../../lib/setting-fields.ts';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import {
  checkForm,
  firstValues,
  keptSecrets,
  valuesOf,
  valuesToSend,
} from '../../ui/inputs/setting-values.ts';
import type { FormErrors, FormValues } from '../../ui/inputs/setting-values.ts';
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
export const newDraft = ({ fields }: Pick<DestinationType, 'fields'>): DestinationDraft => ({
  displayName: '',
  severities: severities.filter((severity) => severity !== 'INFO'),
  alertTypes: matchAlertTypes,
  logTypes: [],
  settings: firstValues(fields),
});

export function draftOf(
  destination: Destination,
  { fields }: Pick<DestinationType, 'fields'>,
): DestinationDraft {
  return {
    displayName: destination.displayName,
    severities: destination.defaultForSeverity,
    alertTypes: destination.alertTypes,
    logTypes: destination.logTypes,
    settings: valuesOf(fields, destination.outputConfig),
  };
}

/** Secrets the server keeps for this destination: left empty they stay. */
export function storedSecretsOf(
  type: DestinationType,
  destination: Destination | undefined,
  settings: FormValues,
): string[] {
  if (!destination) return [];
  const { fields } = type;
  const stored = valuesOf(fields, destination.outputConfig);
  return keptSecrets(fields, { names: Object.keys(destination.outputConfig), values: stored }, settings);
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
export function inputOf(
  draft: DestinationDraft,
  { id: outputType, fields }: Pick<DestinationType, 'id' | 'fields'>,
  outputId?: string,
): DestinationInput {
  return {
    ...(outputId === undefined ? {} : { outputId }),
    outputType,
    displayName: draft.displayName.trim(),
    defaultForSeverity: [...draft.severities],
    alertTypes: [...draft.alertTypes],
    logTypes: [...draft.logTypes],
    outputConfig: valuesToSend(fields, draft.settings),
  };
}

/** The server's refusal at the fields it names; undefined when it names none that the form has. */
export function serverFaults(error: unknown, type: DestinationType): DraftFaults | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const { details } = error;
  if (typeof details !== 'object' || details === null || !('field' in details)) return undefined;
  const { field } = details;
  if (field === 'displayName') return { displayName: error.message, settings: {} };
  if (field === 'alertTypes') return { alertTypes: error.message, settings: {} };
  const settings = settingFaults(error, type.fields, 'outputConfig');
  return Object.keys(settings).length > 0 ? { settings } : undefined;
}
