import { invalidInput } from '@margay/kit';

/** A piece of a message. Whatever text it holds is shown as it is, never read as markup. */
export type MailPart =
  | { kind: 'paragraph'; text: string }
  /** Something to be typed or copied, like a code. */
  | { kind: 'code'; text: string }
  /** Text of several lines that somebody else wrote. */
  | { kind: 'quote'; text: string }
  | { kind: 'link'; label: string; url: string };

export interface MailMessage {
  /** One address. */
  to: string;
  subject: string;
  /** Where an answer goes, if not to the sender. */
  replyTo?: string;
  parts: readonly MailPart[];
}

const longestSubject = 200;
/** Control characters, line ends among them, and those that turn the direction of the text around. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const oneAddress = /^[^\s@<>()[\],;:\\"\p{Cc}\p{Cs}]+@[^\s@<>()[\],;:\\"\p{Cc}\p{Cs}]+$/u;

/** A text as the value of a header: in one line and of bounded length. */
export function headerText(text: string): string {
  const line = text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= longestSubject ? line : `${characters.slice(0, longestSubject - 1).join('')}…`;
}

/** Whether this is one address that a mail server may be given: no list, no name, no quotes. */
export const isMailAddress = (text: string): boolean => text.length <= 320 && oneAddress.test(text);

/** Throws `InvalidInput` for what is not one plain address. */
export function mailAddress(text: string): string {
  if (isMailAddress(text)) return text;
  throw invalidInput(
    `"${headerText(text).slice(0, 100)}" is no address that mail can be sent to. Enter one address like name@example.com.`,
    { details: { isPermanent: true } },
  );
}
