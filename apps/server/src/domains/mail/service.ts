import type { SecretBox } from '@margay/auth';
import { invalidInput, MargayError, messageOf, newId, type Logger } from '@margay/kit';
import { headerText, type MailMessage, type MailSender } from '@margay/mail';
import type { Sql, Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { NotificationsService } from '../notifications/index.ts';
import { testLetter } from './letters.ts';
import { serverOf, type MailSettings } from './settings.ts';
import { claimMail, deleteMail, insertMail, postponeMail, type WaitingMail } from './store.ts';

export interface PostOptions {
  /** Posts within a transaction: it is sent exactly when that is committed. */
  within?: Sql;
  /** Not sent later than this. Default: two days. */
  goodUntil?: Date;
  /** Id of the person who is told where it cannot be sent. */
  toldTo?: string;
}

export interface MailService {
  /** True while there is a server that takes mail. What people are told of codes and passwords depends on it. */
  isSetUp(): boolean;
  /** Where requests for support go; undefined where they are only kept. */
  supportAddress(): string | undefined;
  /** Sends a letter soon, with retries. Nothing is done where no server is set. */
  post(letter: MailMessage, options?: PostOptions): Promise<void>;
  /** Sends one to the person who asks, now. Throws what the server said. */
  sendTest(actor: Actor): Promise<void>;
  /** Sends all that is due. Answers when the next one is. */
  sendDue(signal: AbortSignal): Promise<void>;
}

const retrySeconds = [30, 120, 480, 1800, 7200];
const leaseMs = 120_000;
const defaultGoodMs = 2 * 24 * 3_600_000;
const placeOf = (id: string) => `mail:${id}`;
const Parts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['paragraph', 'code', 'quote']), text: z.string() }),
  z.object({ kind: z.literal('link'), label: z.string(), url: z.string() }),
]);
const Letter = z.object({
  to: z.string(),
  subject: z.string(),
  replyTo: z.string().exactOptional(),
  parts: z.array(Parts),
});

export function createMailService(deps: {
  store: Store;
  settings: () => MailSettings;
  sender: MailSender;
  secrets: SecretBox;
  audit: AuditLog;
  notifications: Pick<NotificationsService, 'notify'>;
  clock: () => Date;
  consoleUrl: () => string;
  logger: Logger;
  /** Has `sendDue` called at a time, soon where none is given. */
  wake: (options: { within?: Sql; startAt?: Date }) => Promise<void>;
}): MailService {
  const { store, settings, sender, secrets, audit, notifications, clock, logger, wake } = deps;

  async function giveUp(mail: WaitingMail, reason: string): Promise<void> {
    await deleteMail(store, mail.id);
    logger.warn({ mail: mail.id, error: reason }, 'mail could not be sent');
    const { recipient, subject } = mail;
    await audit.record({
      action: 'SEND_MAIL',
      actor: null,
      result: 'FAILED',
      params: { recipient, subject, reason },
    });
    if (mail.toldTo !== null)
      await notifications.notify({
        id: mail.id,
        userId: mail.toldTo,
        topic: 'SYSTEM_NOTIFICATION',
        level: 'error',
        title: 'A mail could not be sent',
        message: `"${subject}" to ${recipient}: ${reason}`,
      });
  }

  async function attempt(mail: WaitingMail): Promise<void> {
    const now = clock();
    const server = serverOf(settings());
    if (server === undefined) return giveUp(mail, 'No mail server is set any more.');
    if (mail.goodUntil <= now) return giveUp(mail, 'It could not be sent before what it says ran out.');
    try {
      const letter = Letter.parse(JSON.parse(secrets.open(mail.sealed, placeOf(mail.id))));
      await sender.send(server, letter);
      await deleteMail(store, mail.id);
    } catch (error) {
      const isPermanent = error instanceof MargayError && error.details?.['isPermanent'] === true;
      const delay = retrySeconds[mail.attempts];
      const next = new Date(now.getTime() + (delay ?? 0) * 1000);
      if (isPermanent || delay === undefined || next >= mail.goodUntil) return giveUp(mail, messageOf(error));
      logger.info({ mail: mail.id, error: messageOf(error) }, 'mail is tried again');
      await postponeMail(store, mail.id, next);
      await wake({ startAt: next });
    }
  }

  return {
    isSetUp: () => serverOf(settings()) !== undefined,
    supportAddress: () => settings().supportAddress || undefined,
    async post(letter, { within, goodUntil, toldTo } = {}) {
      if (serverOf(settings()) === undefined) return;
      const now = clock();
      const id = newId();
      await insertMail(within ?? store, {
        id,
        recipient: letter.to,
        subject: headerText(letter.subject),
        sealed: secrets.seal(JSON.stringify(letter), placeOf(id)),
        toldTo: toldTo ?? null,
        goodUntil: goodUntil ?? new Date(now.getTime() + defaultGoodMs),
        createdAt: now,
      });
      await wake(within === undefined ? {} : { within });
    },
    async sendTest(actor) {
      const server = serverOf(settings());
      if (server === undefined)
        throw invalidInput('No mail server is set. Save the mail settings first, with server and sender.');
      if (actor.kind !== 'person')
        throw invalidInput('A test mail goes to the person who asks for it. Ask in the console.');
      await audit.record({ action: 'SEND_TEST_MAIL', actor, params: { to: actor.email } });
      await sender.send(server, testLetter(actor.email, deps.consoleUrl()));
    },
    async sendDue(signal) {
      while (!signal.aborted) {
        const now = clock();
        const mail = await claimMail(store, now, new Date(now.getTime() + leaseMs));
        if (mail === undefined) return;
        await attempt(mail);
      }
    },
  };
}
