import { useState } from 'react';
import { documentation } from '../../lib/documentation.ts';
import { RequestError, failureText, refusedField } from '../../lib/graphql/request-error.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { EditFormFrame } from '../../ui/inputs/edit-form-frame.tsx';
import { useEditForm } from '../../ui/inputs/use-edit-form.ts';
import type { ApiToken, TokenFields } from './queries.ts';
import { differs, faultsOf, inputOf } from './token-draft.ts';
import type { TokenDraft, TokenFaults } from './token-draft.ts';
import { TokenForm, TokenRail } from './token-form.tsx';

export interface TokenEditorProps {
  title: string;
  token?: ApiToken;
  start: TokenDraft;
  /** Why nothing can be changed here. */
  readOnly?: string | undefined;
  saving: { isPending: boolean; error: unknown; reset: () => void };
  save: (fields: TokenFields, onSaved: () => void) => void;
  /** Reads the token again; what was typed is gone. */
  onReload?: () => void;
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
  const { title, token, start, readOnly, saving, onReload } = props;
  const zone = useTimeZone();
  const [draft, setDraft] = useState(start);

  const isReadOnly = readOnly !== undefined;
  const isDirty = differs(start, draft);
  const found = faultsOf(draft);
  const faultCount = Object.keys(found).length;
  const refusal = saving.error === null ? undefined : failureText(saving.error);
  const refused = fields.find((field) => field === refusedField(saving.error));
  const isOutdated = saving.error instanceof RequestError && saving.error.code === 'RevisionConflict';
  const form = useEditForm({
    canSend: !isReadOnly && !saving.isPending && (token === undefined || isDirty),
    faultCount,
    send: () => props.save(inputOf(draft, new Date(), zone), () => form.finish()),
    onDone: props.onSaved,
  });
  const change = (part: Partial<TokenDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    if (saving.error) saving.reset();
  };
  const inside = {
    token,
    draft,
    change,
    faults: {
      ...(form.isChecked && found),
      ...(refused !== undefined && refusal !== undefined && { [refused]: refusal }),
    },
    isReadOnly,
  };
  return (
    <EditFormFrame
      form={form}
      title={title}
      docHref={documentation.apiTokens}
      what="token"
      isNew={token === undefined}
      isDirty={isDirty}
      isSending={saving.isPending}
      faultCount={faultCount}
      submitLabel={token ? 'Update Token' : 'Create Token'}
      readOnly={isReadOnly ? { text: readOnly } : undefined}
      refusal={
        refusal === undefined || refused !== undefined
          ? undefined
          : {
              text: refusal,
              action: isOutdated && onReload && <Button onClick={onReload}>Load again</Button>,
            }
      }
      onCancel={props.onCancel}
      rail={<TokenRail {...inside} />}
    >
      <TokenForm {...inside} />
    </EditFormFrame>
  );
}
