import type { FormErrors, FormValues } from '../../ui/schema-form.tsx';
import type { LogProvider, PutSourceInput, SourceDetails, SourceTeaser } from './queries.ts';
import { labelFault, logTypesFault } from './source-rules.ts';
import type { StreamChoice } from './stream-type-picker.tsx';
import { checkSettings, settingsToSend, variantFor } from './transport-form.ts';
import type { FormVariant, TransportForm } from './transport-form.ts';

/** What is typed in the form of a source. */
export interface SourceDraft {
  label: string;
  logTypes: readonly string[];
  stream: StreamChoice;
  /** Id of the variant of the transport's settings. */
  variantId: string;
  values: FormValues;
}

/** A provider with a single log type needs no choice. */
export function newDraft(provider: LogProvider | undefined, form: TransportForm): SourceDraft {
  const logTypes = provider?.logTypes.length === 1 ? provider.logTypes : [];
  const variant = form.variants.find((entry) => entry.id === 'SharedSecret') ?? variantFor(form, {});
  return {
    label: '',
    logTypes,
    stream: { type: 'Auto', options: {} },
    variantId: variant.id,
    values: variant.defaults,
  };
}

export function draftOf(source: SourceDetails, form: TransportForm): SourceDraft {
  const variant = variantFor(form, source.config);
  const names = new Set(variant.fields.map((field) => field.name));
  const stored = Object.entries(source.config).filter(([name]) => names.has(name));
  return {
    label: source.integrationLabel,
    logTypes: source.logTypes,
    stream: { type: source.logStreamType, options: source.logStreamTypeOptions },
    variantId: variant.id,
    // Settings come out of the server's own schema, which knows only values a form can hold.
    values: { ...variant.defaults, ...(Object.fromEntries(stored) as FormValues) },
  };
}

export function variantOfDraft(draft: SourceDraft, form: TransportForm): FormVariant {
  return variantFor(form, form.discriminator === undefined ? {} : { [form.discriminator]: draft.variantId });
}

/** Another kind of authentication: what both have is kept, secrets are not. */
export function withVariant(draft: SourceDraft, form: TransportForm, variantId: string): SourceDraft {
  const next = variantOfDraft({ ...draft, variantId }, form);
  const kept = next.fields
    .filter((field) => !field.secret && draft.values[field.name] !== undefined)
    .map((field) => [field.name, draft.values[field.name]]);
  return { ...draft, variantId, values: { ...next.defaults, ...Object.fromEntries(kept) } };
}

export interface DraftFaults {
  label: string | undefined;
  logTypes: string | undefined;
  settings: FormErrors;
}

export function faultsOf(
  draft: SourceDraft,
  given: {
    form: TransportForm;
    ingestionType: string;
    others: readonly SourceTeaser[];
    storedSecrets: readonly string[];
  },
): DraftFaults {
  return {
    label: labelFault(draft.label, given.ingestionType, given.others),
    logTypes: logTypesFault(draft.logTypes),
    settings: checkSettings(variantOfDraft(draft, given.form), draft.values, given.storedSecrets),
  };
}

export function faultCount(faults: DraftFaults): number {
  const settings = Object.values(faults.settings).filter((fault) => fault !== undefined);
  return settings.length + (faults.label ? 1 : 0) + (faults.logTypes ? 1 : 0);
}

export function inputOf(
  draft: SourceDraft,
  form: TransportForm,
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
    config: settingsToSend(variantOfDraft(draft, form), draft.values),
  };
}
