import type { DeliveredAlert } from '@margay/model';
import type { SendContext } from '../contract.ts';
import { outcomeOfReply, type DeliveryOutcome } from '../deliver/outcome.ts';
import { alertDocument } from '../document/alert-document.ts';
import { fitDocument } from '../document/fit-document.ts';
import { postJson } from './json.ts';

export interface Webhook {
  url: string;
  headers?: Record<string, string>;
  /** Largest body in bytes. Default: as large as the alert is. */
  limitBytes?: number;
}

/** Posts the common alert document to an address of the destination's own. */
export async function postToWebhook(
  alert: DeliveredAlert,
  { url, headers = {}, limitBytes }: Webhook,
  { http, idempotencyKey, clock }: SendContext,
): Promise<DeliveryOutcome> {
  const whole = alertDocument(alert);
  const document = limitBytes === undefined ? whole : fitDocument(whole, limitBytes);
  const reply = await http.request(
    postJson(url, document, { 'idempotency-key': idempotencyKey, ...lowerCased(headers) }),
  );
  return outcomeOfReply(reply, clock());
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
