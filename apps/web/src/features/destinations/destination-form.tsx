import { alertTypeLabels, alertTypes, errorAlertTypes, matchAlertTypes, severities } from '@margay/model';
import type { AlertType, Severity } from '@margay/model';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Checkbox } from '../../ui/inputs/choice.tsx';
import { FieldGroup } from '../../ui/inputs/field.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { SchemaForm } from '../../ui/inputs/schema-form.tsx';
import { MultiSelect } from '../../ui/inputs/select.tsx';
import { SeverityLabel } from '../../ui/marks/severity.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import {
  draftOf,
  faultCount,
  faultsOf,
  inputOf,
  newDraft,
  serverFaults,
  storedSecretsOf,
} from './destination-draft.ts';
import type { DestinationDraft } from './destination-draft.ts';
import styles from './destinations.module.css';
import { useLogTypeNames, usePutDestination } from './queries.ts';
import type { Destination, DestinationType } from './queries.ts';

export interface DestinationFormProps {
  type: DestinationType;
  /** The destination to change; absent for a new one. */
  destination?: Destination;
  /** All destinations, for names that are taken. */
  others: readonly Destination[];
  formId: string;
  isReadOnly?: boolean;
  onSaved: (destination: Destination) => void;
  /** Told when there is, or is no longer, something to save, and while it is being saved. */
  onState: (state: { isDirty: boolean; isSaving: boolean }) => void;
  children?: ReactNode;
}

/** Name, settings of the type, and which alerts come here. Buttons stand outside and submit the form by its id. */
export function DestinationForm(props: DestinationFormProps) {
  const { type, destination, others, formId, isReadOnly = false, onSaved, onState, children } = props;
  const [initial] = useState(() => (destination ? draftOf(destination, type) : newDraft(type)));
  const [draft, setDraft] = useState<DestinationDraft>(initial);
  const [isChecked, setChecked] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState<Destination>();
  const put = usePutDestination();
  const logTypes = useLogTypeNames().data ?? [];
  const element = useRef<HTMLFormElement>(null);

  const storedSecrets = storedSecretsOf(type, destination, draft.settings);
  const rivals = others.filter((other) => other.outputId !== destination?.outputId);
  const faults = faultsOf(draft, type, rivals, storedSecrets);
  const refused = serverFaults(put.error, type);
  const count = faultCount(faults);
  const isDirty = draft !== initial;
  const leave = (name: string) => setLeft((before) => new Set([...before, name]));
  const shown = (name: string, fault: string | undefined) =>
    isChecked || left.has(name) ? fault : undefined;
  const change = (next: Partial<DestinationDraft>) => {
    setDraft({ ...draft, ...next });
    if (put.error) put.reset();
  };

  const tell = useEffectEvent(onState);
  useEffect(() => tell({ isDirty, isSaving: put.isPending }), [isDirty, put.isPending]);
  // The prompt must be gone before the screen changes.
  const finish = useEffectEvent(onSaved);
  useEffect(() => {
    if (saved) finish(saved);
  }, [saved]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (isReadOnly || put.isPending) return;
    setChecked(true);
    if (count > 0) {
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    put.mutate(inputOf(draft, type, destination?.outputId), { onSuccess: setSaved });
  }
  useShortcut({
    keys: 'mod+s',
    description: 'Save',
    group: 'This page',
    whileTyping: true,
    run: () => submit(),
  });
  return (
    <form id={formId} ref={element} className={styles.form} onSubmit={submit} noValidate>
      <UnsavedChangesPrompt when={isDirty && !saved} what="this destination" />
      {put.error && !refused && (
        <Note tone="danger" title="The destination is not saved">
          {failureText(put.error)}
        </Note>
      )}
      <TextInput
        label="Display name"
        required
        help="Detections address destinations by this name."
        placeholder={`${type.displayName} #security`}
        autoFocus={!destination}
        disabled={isReadOnly}
        value={draft.displayName}
        onChange={(displayName) => change({ displayName })}
        onBlur={() => draft.displayName !== '' && leave('displayName')}
        error={shown('displayName', faults.displayName) ?? refused?.displayName}
      />
      <SchemaForm
        fields={type.fields}
        values={draft.settings}
        onChange={(settings) => change({ settings })}
        storedSecrets={storedSecrets}
        disabled={isReadOnly}
        errors={Object.fromEntries(
          type.fields.map(({ name }) => [
            name,
            shown(name, faults.settings[name]) ?? refused?.settings[name],
          ]),
        )}
        onLeave={leave}
      />
      <hr className={styles.line} />
      <Routing
        draft={draft}
        change={change}
        logTypes={logTypes}
        isReadOnly={isReadOnly}
        alertTypesFault={shown('alertTypes', faults.alertTypes) ?? refused?.alertTypes}
      />
      {children}
      {isChecked && count > 0 && (
        <p className={styles.faultCount} role="status">
          {countOf(count, 'field')} to fix
        </p>
      )}
    </form>
  );
}

interface RoutingProps {
  draft: DestinationDraft;
  change: (next: Partial<DestinationDraft>) => void;
  logTypes: readonly string[];
  isReadOnly: boolean;
  alertTypesFault: string | undefined;
}

/** The value in or out, in the fixed order of all values. */
function turned<Value>(all: readonly Value[], chosen: readonly Value[], value: Value): Value[] {
  return all.filter((entry) => (entry === value ? !chosen.includes(value) : chosen.includes(entry)));
}

/** What detections raise first, then what goes wrong. */
const shownAlertTypes: readonly AlertType[] = [...matchAlertTypes, ...errorAlertTypes, 'SYSTEM_ERROR'];

/** Which alerts a destination takes by itself. A detection's own destinations win over this. */
function Routing({ draft, change, logTypes, isReadOnly, alertTypesFault }: RoutingProps) {
  const options = [...new Set([...logTypes, ...draft.logTypes])];
  return (
    <>
      <FieldGroup
        label="Severity"
        help={
          draft.severities.length === 0
            ? 'No severity: only detections that name this destination send here.'
            : undefined
        }
      >
        <div className={styles.severities}>
          {severities.toReversed().map((severity: Severity) => (
            <Checkbox
              key={severity}
              label={<SeverityLabel severity={severity} />}
              disabled={isReadOnly}
              checked={draft.severities.includes(severity)}
              onChange={() => change({ severities: turned(severities, draft.severities, severity) })}
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup label="Alert types" required error={alertTypesFault}>
        <div className={styles.alertTypes}>
          {shownAlertTypes.map((type) => (
            <Checkbox
              key={type}
              label={alertTypeLabels[type]}
              disabled={isReadOnly}
              checked={draft.alertTypes.includes(type)}
              onChange={() => change({ alertTypes: turned(alertTypes, draft.alertTypes, type) })}
            />
          ))}
        </div>
      </FieldGroup>
      <MultiSelect
        label="Log types"
        help="Leave empty to receive alerts of every log type. Policies reach only destinations without log types."
        placeholder="All log types"
        selectAllLabel={null}
        disabled={isReadOnly}
        options={options.map((value) => ({ value, label: value }))}
        value={draft.logTypes}
        onChange={(chosen) => change({ logTypes: chosen })}
      />
    </>
  );
}
