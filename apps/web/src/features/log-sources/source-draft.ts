import {
  checkForm,
  firstValues,
  keptSecrets,
  valuesOf,
  valuesToSend,
} from '../../ui/inputs/setting-values.ts';
import type { FormErrors, FormValues } from '../../ui/inputs/setting-values.ts';
import type { LogProvider, LogTransport, PutSourceInput, SourceDetails, SourceTeaser } from './queries.ts';
import { labelFault, logTypesFault } from './source-rules.ts';
import type { StreamChoice } from './stream-type-picker.tsx';

/** What is typed in the form of a source. */
export interface SourceDraft {
  label: string;
  logTypes: readonly string[];
  stream: StreamChoice;
  values: FormValues;
}

type Form = Pick<LogTransport, 'fields' | 'streamTypes'>;

/** The first of a transport's formats, which finds the format itself where the transport can bring several. */
const streamOf = ({ streamTypes: [type = 'Auto'] }: Form): StreamChoice => ({ type, options: {} });

/** A provider with a single log type needs no choice. */
export function newDraft(provider: LogProvider | undefined, form: Form): SourceDraft {
  const logTypes = provider?.logTypes.length === 1 ? provider.logTypes : [];
  return { label: '', logTypes, stream: streamOf(form), values: firstValues(form.fields) };
}

export function draftOf(source: SourceDetails, form: Form): SourceDraft {
  const { integrationLabel: label, logTypes, logStreamType: type, logStreamTypeOptions: options } = source;
  const isPossible = form.streamTypes.includes(type);
  return {
    label,
    logTypes,
    stream: isPossible ? { type, options } : streamOf(form),
    values: valuesOf(form.fields, source.config),
  };
}

/** Secrets the server keeps for this source: left empty they stay. */
export function storedSecretsOf(source: SourceDetails | undefined, form: Form, values: FormValues): string[] {
  if (!source) return [];
  const stored = { names: source.secretsSet, values: valuesOf(form.fields, source.config) };
  return keptSecrets(form.fields, stored, values);
}

export interface DraftFaults {
  label: string | undefined;
  logTypes: string | undefined;
  settings: FormErrors;
}

export function faultsOf(
  draft: SourceDraft,
  given: {
    form: Form;
    ingestionType: string;
    others: readonly SourceTeaser[];
    storedSecrets: readonly string[];
  },
): DraftFaults {
  return {
    label: labelFault(draft.label, given.ingestionType, given.others),
    logTypes: logTypesFault(draft.logTypes),
    settings: checkForm(given.form.fields, draft.values, given.storedSecrets),
  };
}

export function faultCount(faults: DraftFaults): number {
  const settings = Object.values(faults.settings).filter((fault) => fault !== undefined);
  return settings.length + (faults.label ? 1 : 0) + (faults.logTypes ? 1 : 0);
}

export function inputOf(
  draft: SourceDraft,
  form: Form,
  facts: { id?: string; providerId: string; ingestionType: string },
): PutSourceInput {
  return {
    ...(facts.id === undefined ? {} : { integrationId: facts.id }),
    integrationLabel: draft.label.trim(),
    providerId: facts.providerId,
    ingestionType: facts.ingestionType,
    logStreamType: draft.stream.type,
    logStreamTypeOptions: draft.stream.options,
    logTypes: [...draft.logTypes],
    config: valuesToSend(form.fields, draft.values),
  };
}
