import { MargayError, messageOf, upstreamFailed } from '@margay/kit';

/** What is known of an error of the SMTP client. */
interface SmtpFailure {
  code?: string;
  /** The command that failed. */
  command?: string;
  /** What the server answered, and the number it begins with. */
  response?: string;
  responseCode?: number;
}

const longestAnswer = 300;

/** The words of the server in one line, so that a hostile one cannot fill a log or a screen. */
const said = ({ response }: SmtpFailure) =>
  response === undefined || response === ''
    ? ''
    : ` It said: ${response
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, longestAnswer)}`;

const certificate = /certificate|altname|self.signed|unable to verify/i;

/** Any failure in words for the person who set the server up. `details.isPermanent`: it would fail again. */
export function failureOf(thrown: unknown, server: string): MargayError {
  if (thrown instanceof MargayError) return thrown;
  const failure = (thrown instanceof Error ? thrown : {}) as SmtpFailure;
  const { code = '', responseCode = 0 } = failure;
  const message = messageOf(thrown);
  const isPermanent =
    responseCode >= 500 && code !== 'EAUTH' && !/^(CONN|EHLO|HELO|STARTTLS)/.test(failure.command ?? '');
  return upstreamFailed(`${wordsFor(failure, message, server)}${said(failure)}`, {
    details: { isPermanent, ...(responseCode === 0 ? {} : { responseCode }) },
    cause: thrown,
  });
}

function wordsFor(failure: SmtpFailure, message: string, server: string): string {
  const { code = '', responseCode = 0 } = failure;
  if (code === 'EAUTH' || responseCode === 535)
    return `The mail server ${server} did not accept the user name and password. Enter them again in the mail settings.`;
  if (certificate.test(message))
    return `The certificate of the mail server ${server} is not trusted (${message}). Use the name it was made for, or have it renewed.`;
  if (code === 'ETLS' || failure.command === 'STARTTLS')
    return `The mail server ${server} does not speak TLS in this way. Choose the other kind of security, or another port.`;
  if (code === 'EENVELOPE') return `The mail server ${server} refused the sender or the recipient.`;
  if (code === 'EMESSAGE') return `The mail server ${server} refused the message.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS')
    return `The mail server ${server} was not found. Check the name.`;
  if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT')
    return `The mail server ${server} did not answer in time. Check host, port and firewall.`;
  if (responseCode > 0) return `The mail server ${server} refused to take mail.`;
  return `The connection to the mail server ${server} failed (${code === '' || code === 'ESOCKET' ? message : code}). Check host, port and security.`;
}
