import type { HttpRequest } from '@margay/kit';
import type { DeliveredAlert } from '@margay/model';
import { alertDocument } from '../../document/alert-document.ts';

/** The common alert document; other webhook-like destinations send the same. */
export function webhookRequest(
  alert: DeliveredAlert,
  settings: { webhookURL: string; headers?: Record<string, string> },
  idempotencyKey: string,
): HttpRequest {
  return {
    method: 'POST',
    url: settings.webhookURL,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': idempotencyKey,
      ...lowerCased(settings.headers ?? {}),
    },
    body: JSON.stringify(alertDocument(alert)),
  };
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
