import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { isNameless, personName } from '../../lib/person-name.ts';
import { useAccess, useMissingPermission, useUser } from '../../lib/session/session-context.tsx';
import { IconDots } from '../../ui/icons.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { MissingAttributes } from '../../ui/layout/missing-attributes.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { unknownError, useEditUser, useInviteUser, usePeople } from './queries.ts';
import type { People, User, WithPassword } from './queries.ts';
import { UserFields } from './user-fields.tsx';
import { draftOf, emptyDraft, faultsOf, inputOf, isExternal } from './user-form.ts';
import styles from './users.module.css';

export interface UserSheetProps {
  /** The id of the person to change; undefined for a new one. */
  id: string | undefined;
  onClose: () => void;
  onInvited: (invited: WithPassword) => void;
  /** What else can be done to the person: a row of the list has no menu on a phone. */
  menuOf: (user: User) => MenuEntry[];
}

/** Invites somebody, or changes who somebody is and their role, beside the list. */
export function UserSheet({ id, onClose, onInvited, menuOf }: UserSheetProps) {
  const people = usePeople();
  const missing = useMissingPermission('UserModify');
  const [isSending, setSending] = useState(false);
  const formId = useId();
  const user = id === undefined ? undefined : people.data?.users.find((one) => one.id === id);
  const isGone = id !== undefined && people.data !== undefined && user === undefined;
  return (
    <SideSheet
      isOpen
      onClose={onClose}
      title={id === undefined ? 'Invite User' : 'Edit User'}
      subtitle={user && personName(user)}
      firstAction={
        user && (
          <Menu label={`Actions for ${personName(user)}`} entries={menuOf(user)} position="top-start">
            <Button icon={<IconDots size={16} stroke={1.5} aria-hidden />}>More</Button>
          </Menu>
        )
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            loading={isSending}
            disabled={!people.data || isGone}
            disabledReason={missing}
          >
            {id === undefined ? 'Invite' : 'Update User'}
          </Button>
        </>
      }
    >
      {people.error && !people.data ? (
        <FailedState
          title="Couldn't fetch needed data"
          message={failureText(people.error)}
          onRetry={() => void people.refetch()}
        />
      ) : !people.data ? (
        <SkeletonLines lines={8} />
      ) : isGone ? (
        <Note tone="warning">This person does not exist any more.</Note>
      ) : (
        <UserForm
          user={user}
          people={people.data}
          formId={formId}
          isReadOnly={missing !== undefined}
          onSending={setSending}
          onClose={onClose}
          onInvited={onInvited}
        />
      )}
    </SideSheet>
  );
}

interface UserFormProps extends Omit<UserSheetProps, 'id' | 'menuOf'> {
  user: User | undefined;
  people: People;
  formId: string;
  isReadOnly: boolean;
  onSending: (isSending: boolean) => void;
}

function UserForm({ user, people, formId, isReadOnly, onSending, onClose, onInvited }: UserFormProps) {
  const [initial] = useState(() => (user ? draftOf(user) : emptyDraft));
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [isDone, setDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const invite = useInviteUser();
  const edit = useEditUser();
  const { session } = useAccess();
  const isMe = useUser()?.id === user?.id;
  const fromProvider = user !== undefined && isExternal(user);
  const others = people.users.filter((other) => other.id !== user?.id);
  const faults = faultsOf(draft, others, fromProvider);
  // That an email is taken is said at once: nothing that is typed after it makes it better.
  const shown = isChecked ? faults : isTaken(faults.email) ? { email: faults.email } : {};

  async function send() {
    if (user === undefined) {
      const invited = await invite.mutateAsync(inputOf(draft));
      toast.success('User invited successfully');
      return () => onInvited(invited);
    }
    await edit.mutateAsync({ id: user.id, ...inputOf(draft) });
    // The name and the role in the frame are those of the token.
    if (isMe) await session.idToken({ renew: true });
    toast.success('User updated successfully!');
    return onClose;
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (isReadOnly || invite.isPending || edit.isPending) return;
    if (Object.keys(faults).length > 0) {
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    onSending(true);
    try {
      const finish = await send();
      setDone(true);
      finish();
    } catch (error) {
      toast.error(failureText(error, unknownError));
    } finally {
      onSending(false);
    }
  }
  return (
    <form
      id={formId}
      ref={element}
      className={styles.stack}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <UnsavedChangesPrompt when={draft !== initial && !isDone} what="this person" />
      {fromProvider && (
        <Note>
          Name and email come from the identity provider and are changed there. The role is kept here.
        </Note>
      )}
      {user && fromProvider && isNameless(user) && <MissingAttributes />}
      <UserFields
        draft={draft}
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        faults={shown}
        roles={people.roles}
        isReadOnly={isReadOnly}
        fromProvider={fromProvider}
        defaultRole={people.roles.find(({ id }) => id === people.samlConfig.defaultRoleId)}
        isNew={user === undefined}
      />
      {user === undefined && (
        <Note
          title={people.isMailSetUp ? 'A temporary password is mailed' : 'A temporary password comes next'}
        >
          {people.isMailSetUp
            ? 'Nobody else sees it.'
            : 'After Invite it is shown once, for you to hand over.'}{' '}
          It is good for seven days; the first sign-in asks for a new one.
        </Note>
      )}
    </form>
  );
}

const isTaken = (fault: string | undefined) => fault === 'Email already in use';
