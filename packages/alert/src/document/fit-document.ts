import { cutText } from '../dedup/texts.ts';
import type { AlertDocument } from './alert-document.ts';

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * The document within a target's limit in bytes of JSON: first context members that do not fit are left out (with
 * `_truncated` saying so), then the description is cut. A document that fits comes back as it is.
 */
export function fitDocument(document: AlertDocument, limitBytes: number): AlertDocument {
  if (bytesOf(document) <= limitBytes) return document;
  const alertContext: Record<string, unknown> = { _truncated: true };
  let room = limitBytes - bytesOf({ ...document, alertContext });
  for (const [key, value] of Object.entries(document.alertContext)) {
    const size = bytesOf({ [key]: value });
    if (size > room) continue;
    alertContext[key] = value;
    room -= size;
  }
  const fitted = { ...document, alertContext };
  if (bytesOf(fitted) <= limitBytes) return fitted;
  return { ...fitted, description: cutText(document.description, 200) };
}
