import { forbidden } from '@margay/kit';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import { readInput } from '../../api/read-input.ts';
import { isRestricted } from './access.ts';
import { auditResults } from './entry.ts';
import type { EntryFilter } from './list-entries.ts';

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportPath = '/internal/audit-log/export';
const usableMs = 5 * 60_000;

const Moment = z.iso.datetime().transform((text) => new Date(text));
const Wanted = z.object({
  format: z.enum(exportFormats),
  since: Moment.optional(),
  until: Moment.optional(),
  actions: z.array(z.string()).optional(),
  results: z.array(z.enum(auditResults)).optional(),
  actor: z.string().optional(),
  sourceIp: z.string().optional(),
  text: z.string().optional(),
  isRestricted: z.boolean(),
});
/** Which entries a file is of, and for whom. */
export type WantedExport = EntryFilter & { format: ExportFormat };

/** Links to exported files: a browser that follows one sends no session, so the link itself says who may have what. */
export function createExportLinks(key: Uint8Array, clock: () => Date) {
  const signatureOf = (wanted: string, expires: string) =>
    createHmac('sha256', key).update(`${expires} ${wanted}`).digest('base64url');
  return {
    /** Good for five minutes. */
    pathOf(actor: Actor, format: ExportFormat, filter: Omit<EntryFilter, 'isRestricted'>): string {
      const wanted = JSON.stringify({
        ...filter,
        format,
        isRestricted: isRestricted(actor),
      });
      const expires = String(clock().getTime() + usableMs);
      const query = new URLSearchParams({ wanted, expires, signature: signatureOf(wanted, expires) });
      return `${exportPath}?${query.toString()}`;
    },
    /** Throws `forbidden` for a link that is not ours, or whose time is over. */
    read(query: URLSearchParams): WantedExport {
      const [wanted = '', expires = '', signature = ''] = ['wanted', 'expires', 'signature'].map(
        (name) => query.get(name) ?? '',
      );
      const [own, given] = [Buffer.from(signatureOf(wanted, expires)), Buffer.from(signature)];
      if (own.length !== given.length || !timingSafeEqual(own, given) || Number(expires) < clock().getTime())
        throw forbidden('This link to an export is not valid any more. Export the audit log again.');
      return readInput(Wanted, JSON.parse(wanted), 'wanted');
    },
  };
}

export type ExportLinks = ReturnType<typeof createExportLinks>;
