import type { MailMessage, MailPart } from '@margay/mail';

/** Everything that is mailed to people, in one place and one voice. Addresses of the console come from the settings. */

const paragraph = (text: string): MailPart => ({ kind: 'paragraph', text });
const code = (text: string): MailPart => ({ kind: 'code', text });
const ending = paragraph(
  'You get this mail because you have an account in Margay. Nobody reads answers to it.',
);

const signIn = (consoleUrl: string): MailPart => ({
  kind: 'link',
  label: 'Sign in',
  url: `${consoleUrl}/sign-in/`,
});

/** Where a new password is set: `code` is what was mailed, or the secret of a one-time link. */
export function resetAddress(consoleUrl: string, email: string, code: string): string {
  return `${consoleUrl}/password-reset/?${new URLSearchParams({ email, code }).toString()}`;
}

export const invitationLetter = (to: string, password: string, consoleUrl: string): MailMessage => ({
  to,
  subject: 'Your account in Margay',
  parts: [
    paragraph('You were invited to Margay, where security events are watched.'),
    paragraph(`Sign in as ${to} with this temporary password, within seven days. Then you choose your own.`),
    code(password),
    signIn(consoleUrl),
    ending,
  ],
});

export const temporaryPasswordLetter = (to: string, password: string, consoleUrl: string): MailMessage => ({
  to,
  subject: 'Your password for Margay was reset',
  parts: [
    paragraph(
      'An administrator reset your password. You are signed out everywhere, and the password you had opens nothing any more.',
    ),
    paragraph('Sign in with this temporary password, within seven days. Then you choose your own.'),
    code(password),
    signIn(consoleUrl),
    ending,
  ],
});

export const resetCodeLetter = (to: string, resetCode: string, consoleUrl: string): MailMessage => ({
  to,
  subject: 'Your code for a new password',
  parts: [
    paragraph(
      'Somebody asked for a new password for your account in Margay. This code sets one, within an hour:',
    ),
    code(resetCode),
    { kind: 'link', label: 'Set a new password', url: resetAddress(consoleUrl, to, resetCode) },
    paragraph(
      'If it was not you, do nothing: without the code your password stays as it is. Tell nobody the code.',
    ),
    ending,
  ],
});

/** So that somebody whose account was taken over hears of it. */
const notice = (to: string, subject: string, what: string): MailMessage => ({
  to,
  subject,
  parts: [paragraph(what), paragraph('If it was not you, tell an administrator at once.'), ending],
});

export const passwordChangedLetter = (to: string): MailMessage =>
  notice(
    to,
    'Your password for Margay was changed',
    'The password of your account in Margay was changed, and every session that was open has ended.',
  );

export const secondFactorSetUpLetter = (to: string): MailMessage =>
  notice(
    to,
    'A second factor was set up in Margay',
    'An authenticator app was set up for your account in Margay. Its codes are asked for at every sign-in from now on.',
  );

export const passkeyLetter = (to: string, name: string, change: 'added' | 'removed'): MailMessage =>
  notice(
    to,
    `A passkey was ${change} in Margay`,
    change === 'added'
      ? `The passkey ${name} was added to your account in Margay. It counts as a second factor from now on.`
      : `The passkey ${name} was removed from your account in Margay and counts no more.`,
  );

export const secondFactorResetLetter = (to: string): MailMessage =>
  notice(
    to,
    'Your second factor in Margay was reset',
    'An administrator took the second factor away from your account in Margay. Its app, its passkeys and its recovery codes count no more.',
  );

export const newTokenLetter = (to: string, name: string): MailMessage =>
  notice(
    to,
    'A new API token in Margay',
    `An API token called ${name} was made with your account in Margay.`,
  );

export const testLetter = (to: string, consoleUrl: string): MailMessage => ({
  to,
  subject: 'Test mail from Margay',
  parts: [
    paragraph('The mail server that is set in Margay works: this mail came through it.'),
    { kind: 'link', label: 'Open the console', url: consoleUrl },
  ],
});

export const supportLetter = (
  to: string,
  request: { subject: string; text: string; from: string; replyTo: string | undefined },
): MailMessage => ({
  to,
  subject: `Support: ${request.subject}`,
  ...(request.replyTo === undefined ? {} : { replyTo: request.replyTo }),
  parts: [
    paragraph(`${request.from} wrote on the support page:`),
    paragraph(request.subject),
    { kind: 'quote', text: request.text },
  ],
});
