import { invalidInput, upstreamFailed } from '@margay/kit';
import { pinnedLookup, type HostGuard } from '@margay/kit/node';
import { connect, isIP, type Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { failureOf } from './failure.ts';
import { headerText, mailAddress, type MailMessage } from './message.ts';
import { htmlOf, textOf } from './render.ts';

export const mailSecurities = ['starttls', 'tls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** A server that takes mail, and who it comes from. */
export interface MailServer {
  host: string;
  port: number;
  /** `none` is for a server on this machine only. */
  security: MailSecurity;
  /** Empty where the server asks nobody who they are. */
  user: string;
  password: string;
  from: { address: string; name: string };
}

export interface MailSender {
  /**
   * Gives one message to the server. Throws `MargayError`: `upstream` in words of what the server said, `InvalidInput` for
   * an address that is none and a host that may not be called. `details.isPermanent` says that it would fail again.
   */
  send(server: MailServer, message: MailMessage): Promise<void>;
}

export const isLoopback = (address: string) => address.startsWith('127.') || address === '::1';

export function createMailSender(options: {
  /** The rule on addresses that all outgoing connections share. */
  guard: HostGuard;
  /** Total time for one message. */
  timeoutMs: number;
  /** Certificate authorities trusted beside the built-in ones, as PEM text. */
  extraCertificates?: readonly string[];
}): MailSender {
  const { guard, timeoutMs, extraCertificates } = options;
  const certificates = extraCertificates && [...getCACertificates('default'), ...extraCertificates];

  /** A connection to an address that was checked. Without TLS nothing leaves this machine. */
  async function openSocket({ host, port, security }: MailServer, signal: AbortSignal): Promise<Socket> {
    const addresses = await guard.addressesOf(host);
    if (security === 'none' && !addresses.every(({ address }) => isLoopback(address)))
      throw invalidInput(
        `Mail to the server ${host} would cross the network unencrypted, with the password. Choose STARTTLS or TLS; none is for a server on this machine.`,
        { details: { field: 'security' } },
      );
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, lookup: pinnedLookup(addresses), signal });
      socket.once('connect', () => resolve(socket));
      socket.once('error', reject);
    });
  }

  async function exchange(server: MailServer, message: MailMessage, socket: Socket): Promise<void> {
    const { host, port, security, user, password, from } = server;
    const to = mailAddress(message.to);
    const sender = mailAddress(from.address);
    const transport = createTransport({
      host,
      port,
      connection: socket,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: {
        minVersion: 'TLSv1.2',
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(certificates && { ca: certificates }),
      },
      ...(user === '' ? {} : { auth: { user, pass: password } }),
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await transport.sendMail({
      envelope: { from: sender, to: [to] },
      from: { address: sender, name: headerText(from.name) },
      to: { address: to, name: '' },
      ...(message.replyTo === undefined
        ? {}
        : { replyTo: { address: mailAddress(message.replyTo), name: '' } }),
      subject: headerText(message.subject),
      text: textOf(message.parts),
      html: htmlOf(message.parts),
      // So that no absence note answers.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }

  return {
    async send(server, message) {
      const name = `${server.host}:${server.port}`;
      const deadline = AbortSignal.timeout(timeoutMs);
      let socket: Socket | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        deadline.addEventListener('abort', () => {
          socket?.destroy();
          reject(
            upstreamFailed(
              `The mail server ${name} did not take the message within ${timeoutMs / 1000} seconds. Check host, port and security.`,
              { code: 'UpstreamTimeout', status: 504 },
            ),
          );
        });
      });
      late.catch(() => undefined);
      const work = async () => {
        socket = await openSocket(server, deadline);
        await exchange(server, message, socket);
      };
      try {
        await Promise.race([work(), late]);
      } catch (error) {
        throw deadline.aborted ? await late.catch((timeout: unknown) => timeout) : failureOf(error, name);
      } finally {
        socket?.destroy();
      }
    },
  };
}
