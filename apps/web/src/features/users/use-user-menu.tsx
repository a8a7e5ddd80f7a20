import { failureText } from '../../lib/graphql/request-error.ts';
import { personName } from '../../lib/person-name.ts';
import { useMissingPermission, useUser } from '../../lib/session/session-context.tsx';
import { IconKey, IconLink, IconMinus, IconPlayerPlay, IconShield, IconTrash } from '../../ui/icons.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import type { Question } from '../../ui/overlays/confirm.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import {
  unknownError,
  useDeleteUser,
  useEditUser,
  useResetLink,
  useResetMfa,
  useResetPassword,
} from './queries.ts';
import type { User, WithPassword } from './queries.ts';
import { isExternal } from './user-form.ts';

/** Of whoever may not sign in any more. */
const tokensStop = 'API tokens that this person made stop working until somebody rotates them.';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What can be done to a person at once, beside editing. Nobody takes away their own access: those entries are for others. */
export function useUserMenu({
  isMailSetUp,
  onPassword,
  onLink,
}: {
  isMailSetUp: boolean;
  /** A temporary password was made. */
  onPassword: (made: WithPassword) => void;
  onLink: (user: User, url: string) => void;
}): (user: User) => MenuEntry[] {
  const confirm = useConfirm();
  const me = useUser();
  const missing = useMissingPermission('UserModify');
  const edit = useEditUser();
  const resetPassword = useResetPassword();
  const resetLink = useResetLink();
  const resetMfa = useResetMfa();
  const remove = useDeleteUser();

  /** Asks, does it, and says what came of it. */
  async function carryOut<Reply>(
    question: Question,
    work: () => Promise<Reply>,
    said: { done?: string; failed: string; onReply?: (reply: Reply) => void },
  ): Promise<void> {
    if (!(await confirm(question))) return;
    try {
      const reply = await work();
      if (said.done !== undefined) toast.success(said.done);
      said.onReply?.(reply);
    } catch (error) {
      toast.error({ title: said.failed, message: failureText(error, unknownError) });
    }
  }

  const passwordEntry = (user: User, reason: string | undefined): MenuEntry => ({
    label: 'Reset password',
    icon: <IconKey {...icon} />,
    reason: reason ?? (isExternal(user) ? 'This person signs in with the identity provider.' : undefined),
    onSelect: () =>
      void carryOut(
        {
          title: 'Reset Password',
          message: `${personName(user)} is signed out everywhere, and the password used so far opens nothing any more. ${isMailSetUp ? `A temporary one is mailed to ${user.email}.` : 'You get a temporary one to hand over.'}`,
          confirmLabel: 'Reset Password',
        },
        () => resetPassword.mutateAsync(user.id),
        { failed: 'The password is not reset', onReply: onPassword },
      ),
  });
  const linkEntry = (user: User, reason: string | undefined): MenuEntry => ({
    label: 'One-time link',
    icon: <IconLink {...icon} />,
    reason:
      reason ??
      (isExternal(user)
        ? 'This person signs in with the identity provider.'
        : user.enabled
          ? undefined
          : 'This person is deactivated.'),
    onSelect: () =>
      void carryOut(
        {
          title: 'One-time Link',
          message: `You get a link with which ${personName(user)} sets a new password, good for one hour and one use. A second factor is asked for as before.`,
          confirmLabel: 'Make Link',
        },
        () => resetLink.mutateAsync(user.id),
        { failed: 'There is no link', onReply: ({ url }) => onLink(user, url) },
      ),
  });
  const mfaEntry = (user: User): MenuEntry => ({
    label: 'Reset second factor',
    icon: <IconShield {...icon} />,
    reason: missing ?? (user.hasMfa ? undefined : 'This person has no second factor.'),
    onSelect: () =>
      void carryOut(
        {
          title: 'Reset Second Factor',
          message: `The app, the passkeys and the recovery codes of ${personName(user)} count no more. Where a second factor is required, the next sign-in asks to set up a new one; until then the password alone is enough.`,
          confirmLabel: 'Reset Second Factor',
        },
        () => resetMfa.mutateAsync(user.id),
        {
          done: `The second factor of ${personName(user)} is reset`,
          failed: 'The second factor is not reset',
        },
      ),
  });
  const enableEntry = (user: User, reason: string | undefined): MenuEntry => {
    const name = personName(user);
    return user.enabled
      ? {
          label: 'Deactivate',
          icon: <IconMinus {...icon} />,
          reason,
          onSelect: () =>
            void carryOut(
              {
                title: 'Deactivate User',
                message: `${name} is signed out everywhere and cannot sign in until somebody reactivates the account. Everything ${name} did stays. ${tokensStop}`,
                confirmLabel: 'Deactivate',
                danger: true,
              },
              () => edit.mutateAsync({ id: user.id, enabled: false }),
              { done: `${name} is deactivated`, failed: `${name} is not deactivated` },
            ),
        }
      : {
          label: 'Reactivate',
          icon: <IconPlayerPlay {...icon} />,
          reason,
          onSelect: () =>
            void carryOut(
              {
                title: 'Reactivate User',
                message: `${name} can sign in again with the password and second factor from before, as ${user.role?.name ?? 'before'}.`,
                confirmLabel: 'Reactivate',
              },
              () => edit.mutateAsync({ id: user.id, enabled: true }),
              { done: `${name} is active again`, failed: `${name} is not reactivated` },
            ),
        };
  };
  const deleteEntry = (user: User, reason: string | undefined): MenuEntry => ({
    label: 'Delete',
    icon: <IconTrash {...icon} />,
    danger: true,
    reason,
    onSelect: () =>
      void carryOut(
        {
          title: 'Delete User',
          message: `${personName(user)} is signed out everywhere and the account is gone for good. What this person did keeps the name; the email is free for another invitation. ${tokensStop} To keep somebody out for a while, deactivate instead.`,
          confirmLabel: 'Delete',
          danger: true,
        },
        () => remove.mutateAsync(user.id),
        { done: `${personName(user)} is deleted`, failed: `${personName(user)} is not deleted` },
      ),
  });

  return (user) => {
    const isMe = user.id === me?.id;
    const adminOnly = user.role?.name === 'Admin' && me?.role.name !== 'Admin';
    const reason = missing ?? (adminOnly ? 'Only an Admin can do this to an Admin.' : undefined);
    return [
      ...(isMe ? [] : [passwordEntry(user, reason), linkEntry(user, reason)]),
      mfaEntry(user),
      ...(isMe ? [] : [enableEntry(user, reason), { kind: 'line' as const }, deleteEntry(user, reason)]),
    ];
  };
}
