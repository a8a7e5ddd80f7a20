import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { documentation } from '../../lib/documentation.ts';
import { countOf } from '../../lib/format-number.ts';
import { failureText, refusedField } from '../../lib/graphql/request-error.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { SubmitButton } from '../../ui/inputs/submit-button.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import styles from './api-tokens.module.css';
import type { ApiToken, TokenFields } from './queries.ts';
import { differs, faultsOf, inputOf } from './token-draft.ts';
import type { TokenDraft, TokenFaults } from './token-draft.ts';
import { TokenForm } from './token-form.tsx';

export interface TokenEditorProps {
  title: string;
  token?: ApiToken;
  start: TokenDraft;
  /** Why nothing can be changed here. */
  readOnly?: string | undefined;
  saving: { isPending: boolean; error: unknown; reset: () => void };
  save: (fields: TokenFields, onSaved: () => void) => void;
  /** It is saved; for a new one its value is to be shown. */
  onSaved: () => void;
  onCancel: () => void;
}

const fields: readonly (keyof TokenFaults)[] = [
  'name',
  'permissions',
  'allowedCIDRBlocks',
  'expiresAt',
  'logTypeAccess',
];

/** The form of a token with its buttons. What the server refuses stands at its field. */
export function TokenEditor(props: TokenEditorProps) {
  const { title, token, start, readOnly, saving } = props;
  const zone = useTimeZone();
  const [draft, setDraft] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const isDirty = differs(start, draft);
  const found = faultsOf(draft);
  const faultCount = Object.keys(found).length;
  const refusal = saving.error === null ? undefined : failureText(saving.error);
  const refused = fields.find((field) => field === refusedField(saving.error));
  const faults = {
    ...(isChecked && found),
    ...(refused !== undefined && refusal !== undefined && { [refused]: refusal }),
  };
  const change = (part: Partial<TokenDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    if (saving.error) saving.reset();
  };
  // The prompt must be gone before the screen changes.
  const finish = useEffectEvent(props.onSaved);
  useEffect(() => {
    if (isSaved) finish();
  }, [isSaved]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (readOnly !== undefined || saving.isPending || (token && !isDirty)) return;
    setChecked(true);
    if (faultCount > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    props.save(inputOf(draft, new Date(), zone), () => setSaved(true));
  }
  useShortcut({
    keys: 'mod+s',
    description: 'Save',
    group: 'This page',
    whileTyping: true,
    run: () => submit(),
  });

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <UnsavedChangesPrompt when={isDirty && !isSaved} what="this token" />
      <PageHeader
        title={title}
        docHref={documentation.apiTokens}
        actions={
          <>
            <span className={styles.unsaved} role="status">
              {isChecked && faultCount > 0 && `${countOf(faultCount, 'field')} to fix`}
            </span>
            <Button variant="quiet" onClick={props.onCancel}>
              {readOnly === undefined ? 'Cancel' : 'Back'}
            </Button>
            {readOnly === undefined && (
              <SubmitButton
                keys="mod+S"
                isSubmitting={saving.isPending}
                isValid
                isDirty={isDirty}
                allowsPristine={token === undefined}
              >
                {token ? 'Update Token' : 'Create Token'}
              </SubmitButton>
            )}
          </>
        }
      />
      {(readOnly !== undefined || (refusal !== undefined && refused === undefined)) && (
        <div className={styles.notes}>
          {readOnly !== undefined && <Note>{readOnly}</Note>}
          {refusal !== undefined && refused === undefined && (
            <Note tone="danger" title="The token is not saved">
              {refusal}
            </Note>
          )}
        </div>
      )}
      <TokenForm
        token={token}
        draft={draft}
        change={change}
        faults={faults}
        isReadOnly={readOnly !== undefined}
      />
    </form>
  );
}
