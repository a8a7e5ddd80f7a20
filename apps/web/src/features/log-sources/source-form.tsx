import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { countOf } from '../../lib/format-number.ts';
import { settingFaults } from '../../lib/setting-fields.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { IconCircleX, IconPencil } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { SchemaForm } from '../../ui/inputs/schema-form.tsx';
import { MultiSelect } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import { streamText } from './labels.ts';
import styles from './log-sources.module.css';
import { useCheckSource, usePutSource } from './queries.ts';
import type { LogProvider, LogTransport, SourceDetails, SourceTeaser } from './queries.ts';
import { draftOf, faultCount, faultsOf, inputOf, newDraft, storedSecretsOf } from './source-draft.ts';
import type { SourceDraft } from './source-draft.ts';
import { retiredLogTypes } from './source-rules.ts';
import { StreamTypePicker } from './stream-type-picker.tsx';

export interface SourceFormProps {
  transport: LogTransport;
  provider: LogProvider | undefined;
  logTypes: readonly string[];
  sources: readonly SourceTeaser[];
  /** The source to change; absent for a new one. */
  source?: SourceDetails;
  submitLabel: string;
  onCancel: () => void;
  /** `settings` are the values just typed, secrets included: they are never readable again. */
  onSaved: (source: SourceDetails, settings: Record<string, unknown>) => void;
}

/** Label, log types, log format and authentication of a source, with the checks of the specification. */
export function SourceForm(props: SourceFormProps) {
  const { transport, provider, source, sources, submitLabel, onCancel } = props;
  const [initial] = useState(() => (source ? draftOf(source, transport) : newDraft(provider, transport)));
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState<SourceDetails>();
  const put = usePutSource();
  const check = useCheckSource();
  const element = useRef<HTMLFormElement>(null);

  const ingestionType = transport.ingestionType;
  const storedSecrets = storedSecretsOf(source, transport, draft.values);
  const others = sources.filter((other) => other.integrationId !== source?.integrationId);
  const faults = faultsOf(draft, { form: transport, ingestionType, others, storedSecrets });
  const refused = settingFaults(put.error, transport.fields, '');
  const count = faultCount(faults);
  const isDirty = draft !== initial;
  const shown = (name: string, fault: string | undefined) =>
    isChecked || left.has(name) ? fault : undefined;
  const leave = (name: string) => setLeft((before) => new Set([...before, name]));
  const input = inputOf(draft, transport, {
    ...(source ? { id: source.integrationId } : {}),
    providerId: source?.providerId ?? provider?.id ?? 'custom',
    ingestionType,
  });

  function change(next: SourceDraft) {
    setDraft(next);
    if (put.error) put.reset();
  }
  const finish = useEffectEvent((stored: SourceDetails) => props.onSaved(stored, input.config));
  useEffect(() => {
    if (saved) finish(saved);
  }, [saved]);

  /** Shows what is to be mended; false when there is something. */
  function isWhole(): boolean {
    setChecked(true);
    if (count === 0) return true;
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return false;
  }
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (isWhole() && !put.isPending) put.mutate(input, { onSuccess: setSaved });
  }
  useShortcut({
    keys: 'mod+s',
    description: 'Save',
    group: 'This page',
    whileTyping: true,
    run: () => submit(),
  });

  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      <UnsavedChangesPrompt when={isDirty && !saved} what="this log source" />
      <TextInput
        label="Name"
        required
        help="How this source is called in lists, searches and alerts."
        placeholder={
          provider && provider.id !== 'custom' ? `${provider.displayName} production` : 'Payments API'
        }
        autoFocus={!source}
        value={draft.label}
        onChange={(label) => change({ ...draft, label })}
        onBlur={() => draft.label !== '' && leave('label')}
        error={shown('label', faults.label) ?? fieldFault(put.error, 'integrationLabel')}
      />
      <LogTypesField {...props} draft={draft} onDraft={change} error={shown('logTypes', faults.logTypes)} />
      <FormatField transport={transport} draft={draft} onDraft={change} />
      <SettingsCard
        words={transport.isPulled ? pulledWords : pushedWords}
        fields={transport.fields}
        draft={draft}
        onDraft={change}
        storedSecrets={storedSecrets}
        errors={{
          ...refused,
          ...Object.fromEntries(
            Object.entries(faults.settings).map(([name, fault]) => [name, shown(name, fault)]),
          ),
        }}
        onLeave={leave}
      />
      {put.error && fieldFault(put.error, 'integrationLabel') === undefined && (
        <Note tone="danger" title="The log source is not saved">
          {failureText(put.error)}
        </Note>
      )}
      <CheckNote check={check} />
      <footer className={styles.formFoot}>
        {isChecked && count > 0 && (
          <span className={styles.faultCount} role="status">
            <IconCircleX size={16} stroke={1.5} aria-hidden />
            {countOf(count, 'field')} to fix
          </span>
        )}
        {transport.isPulled && (
          <Button loading={check.isPending} onClick={() => isWhole() && check.mutate(input)}>
            Check connection
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" loading={put.isPending}>
          {submitLabel}
        </Button>
      </footer>
    </form>
  );
}

/** What the other system answered, as of the last check. */
function CheckNote({ check }: { check: ReturnType<typeof useCheckSource> }) {
  if (check.error)
    return (
      <Note tone="danger" title="The connection could not be checked">
        {failureText(check.error)}
      </Note>
    );
  if (!check.data) return null;
  const { isWorking, message } = check.data;
  return (
    <Note
      tone={isWorking ? 'success' : 'danger'}
      title={isWorking ? 'The connection works' : 'The connection does not work'}
    >
      {message}
    </Note>
  );
}

/** The server's fault of one field, to show it there. */
function fieldFault(error: unknown, field: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const { details } = error;
  const isHere =
    typeof details === 'object' && details !== null && 'field' in details && details.field === field;
  return isHere ? error.message : undefined;
}

interface DraftPart {
  draft: SourceDraft;
  onDraft: (draft: SourceDraft) => void;
}

function LogTypesField({
  provider,
  source,
  logTypes,
  draft,
  onDraft,
  error,
}: Pick<SourceFormProps, 'provider' | 'source' | 'logTypes'> & DraftPart & { error: string | undefined }) {
  const own = new Set(provider?.logTypes);
  const offered = logTypes.filter((name) => source !== undefined || !retiredLogTypes.has(name));
  const options = [
    ...offered.filter((name) => own.has(name)),
    ...offered.filter((name) => !own.has(name)),
  ].map((name) => ({
    value: name,
    label: name,
    ...(own.size > 0 ? { group: own.has(name) ? (provider?.displayName ?? '') : 'Other log types' } : {}),
  }));
  const missing = [...own].filter((name) => offered.includes(name) && !draft.logTypes.includes(name));
  const all: ReactNode = missing.length > 1 && (
    <Button
      variant="quiet"
      size="xs"
      onClick={() => onDraft({ ...draft, logTypes: [...draft.logTypes, ...missing] })}
    >
      {`All ${missing.length} of ${provider?.displayName}`}
    </Button>
  );
  return (
    <MultiSelect
      label="Log types"
      required
      help="Each event is matched against these schemas; the first that fits decides its log type."
      placeholder="Choose the schemas of this source"
      selectAllLabel={null}
      {...(all ? { aside: all } : {})}
      options={options}
      value={draft.logTypes}
      onChange={(chosen) => onDraft({ ...draft, logTypes: chosen })}
      error={error}
    />
  );
}

function FormatField({ transport, draft, onDraft }: DraftPart & { transport: LogTransport }) {
  const [isOpen, setOpen] = useState(false);
  const { type, options } = draft.stream;
  return (
    <>
      <Field label="Log format" help="How one request is cut into events.">
        {(ids) => (
          <div className={styles.format}>
            <output id={ids.id}>{streamText({ logStreamType: type, logStreamTypeOptions: options })}</output>
            {transport.streamTypes.length > 1 && (
              <Button
                size="sm"
                icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
                onClick={() => setOpen(true)}
              >
                Edit Log Format
              </Button>
            )}
          </div>
        )}
      </Field>
      <StreamTypePicker
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        value={draft.stream}
        onApply={(stream) => onDraft({ ...draft, stream })}
        types={transport.streamTypes}
      />
    </>
  );
}

const pushedWords = {
  title: 'Authentication',
  note: 'how a request proves that it comes from your sender',
};
const pulledWords = { title: 'Connection', note: 'what is asked, and how its answers are read' };

function SettingsCard({
  words,
  fields,
  draft,
  onDraft,
  storedSecrets,
  errors,
  onLeave,
}: DraftPart & {
  words: { title: string; note: string };
  fields: LogTransport['fields'];
  storedSecrets: readonly string[];
  errors: Record<string, string | undefined>;
  onLeave: (name: string) => void;
}) {
  return (
    <Card {...words}>
      <SchemaForm
        fields={fields}
        values={draft.values}
        onChange={(values) => onDraft({ ...draft, values })}
        errors={errors}
        storedSecrets={storedSecrets}
        onLeave={onLeave}
      />
    </Card>
  );
}
