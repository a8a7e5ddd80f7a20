import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { RequestError, failureText, refusedField } from '../../lib/graphql/request-error.ts';
import { documentation } from '../../lib/documentation.ts';
import { useAccess, useUser } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { EditFormFrame } from '../../ui/inputs/edit-form-frame.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { useEditForm } from '../../ui/inputs/use-edit-form.ts';
import { SearchBox } from '../../ui/layout/toolbar.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { PermissionGrid } from '../../lib/access/permission-grid.tsx';
import { usePutRole } from './queries.ts';
import type { Role } from './queries.ts';
import { changesOf, draftOf, faultsOf, inputOf, newRole } from './role-draft.ts';
import type { RoleDraft } from './role-draft.ts';
import { AccessCards, ChangesCard, RoleWarnings } from './role-rail.tsx';
import styles from './roles.module.css';

export interface RoleEditorProps {
  title: string;
  /** The role as it is kept; undefined for a new one. */
  role?: Role | undefined;
  start: RoleDraft;
  /** Why this person only reads, and what they may do in its place. */
  readOnly?: { text: string; action?: ReactNode } | undefined;
  actions?: ReactNode;
  /** Reads the role again; what was typed is gone. */
  onReload?: () => void;
  /** It is saved, or is not wanted. */
  onLeave: () => void;
  /** It was deleted: nothing is lost by leaving. */
  isGone?: boolean;
}

/** A role: what it is called, what it allows, of which logs, and what saving changes. */
export function RoleEditor(props: RoleEditorProps) {
  const { role, start, readOnly, onReload, onLeave, isGone = false } = props;
  const { session } = useAccess();
  const ownRole = useUser()?.role.name;
  const [draft, setDraft] = useState(start);
  const [search, setSearch] = useState('');
  const put = usePutRole();

  const isReadOnly = readOnly !== undefined;
  const changes = changesOf(role ? draftOf(role) : newRole(), draft);
  const typed = changesOf(start, draft).length + (start.name === draft.name ? 0 : Number(start.name === ''));
  const isDirty = typed > 0;
  const faults = faultsOf(draft);
  const faultCount = Object.keys(faults).length;
  const field = refusedField(put.error);
  const refusal = put.error === null ? undefined : failureText(put.error);
  const isOutdated = put.error instanceof RequestError && put.error.code === 'RevisionConflict';

  function send() {
    const before = role && { id: role.id, updatedAt: role.updatedAt };
    put.mutate(
      { ...inputOf(draft), before },
      {
        onSuccess: (stored) => {
          toast.success(`${stored.name} saved`);
          // Menus follow what one may do oneself.
          if (role?.name === ownRole) void session.idToken({ renew: true }).catch(() => undefined);
          form.finish();
        },
      },
    );
  }
  const form = useEditForm({
    canSend: !isReadOnly && !put.isPending && (role === undefined || isDirty),
    faultCount,
    send,
    onDone: onLeave,
  });
  const gone = useEffectEvent(form.finish);
  useEffect(() => {
    if (isGone) gone();
  }, [isGone]);
  const errorOf = (name: 'name' | 'logTypeAccess') =>
    (form.isChecked ? faults[name] : undefined) ?? (field === name ? refusal : undefined);
  const change = (part: Partial<RoleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    if (put.error) put.reset();
  };
  return (
    <EditFormFrame
      form={form}
      title={props.title}
      docHref={documentation.roles}
      what="role"
      isNew={role === undefined}
      isDirty={isDirty}
      isSending={put.isPending}
      faultCount={faultCount}
      status={role && isDirty && countOf(typed, 'unsaved change')}
      submitLabel={role ? 'Update Role' : 'Create Role'}
      readOnly={readOnly}
      refusal={
        refusal === undefined || field === 'name' || field === 'logTypeAccess'
          ? undefined
          : {
              text: refusal,
              action: isOutdated && onReload && <Button onClick={onReload}>Load again</Button>,
            }
      }
      actions={props.actions}
      onCancel={onLeave}
      strip={
        <>
          <TextInput
            label="Role name"
            className={styles.nameField}
            required
            autoFocus={role === undefined}
            readOnly={isReadOnly}
            maxLength={100}
            value={draft.name}
            onChange={(name) => change({ name })}
            error={errorOf('name')}
          />
          <span className={styles.about}>
            {role && (
              <>
                Changed <Time at={role.updatedAt} />.{' '}
              </>
            )}
            Manage includes View.
          </span>
          <SearchBox label="Find a permission" isPageSearch value={search} onChange={setSearch} />
        </>
      }
      rail={
        <>
          <AccessCards
            draft={draft}
            change={change}
            fault={errorOf('logTypeAccess')}
            isReadOnly={isReadOnly}
          />
          <ChangesCard role={role} draft={draft} changes={changes} isReadOnly={isReadOnly} />
          {!isReadOnly && <RoleWarnings draft={draft} isOwn={role !== undefined && role.name === ownRole} />}
        </>
      }
    >
      <PermissionGrid
        holder="role"
        held={draft.held}
        onHeld={(held) => change({ held })}
        search={search}
        onClearSearch={() => setSearch('')}
        isReadOnly={isReadOnly}
      />
    </EditFormFrame>
  );
}
