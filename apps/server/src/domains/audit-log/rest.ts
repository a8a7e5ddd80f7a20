import { csvLine } from '@margay/kit';
import type { RestRoutes } from '../../api/rest-routes.ts';
import { auditLogAccess } from './access.ts';
import { exportPath } from './export-links.ts';
import type { AuditReader, SeenEntry } from './reader.ts';

const columns = [
  'time',
  'action',
  'result',
  'actor',
  'actorEmail',
  'actorKind',
  'actorRole',
  'address',
  'userAgent',
  'params',
  'errors',
  'id',
  'position',
  'hash',
];

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

/** The entries that a filter finds, as a file that is written while it is read; by its signed link. */
export function auditLogRoutes(routes: RestRoutes): void {
  routes.get(exportPath, auditLogAccess.followExportLink, (c) => {
    const { auditReader } = c.var.services;
    const wanted = auditReader.links.read(new URL(c.req.url).searchParams);
    const { format } = wanted;
    const headers = {
      'content-type': types[format],
      'content-disposition': `attachment; filename="audit-log.${format}"`,
      'cache-control': 'private, no-store',
    };
    // Hono answers HEAD with the headers of GET; nothing is to be read for it.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const entries = auditReader.exported(wanted);
    const lines = format === 'csv' ? csvOf(entries) : jsonLinesOf(entries, auditReader);
    return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), 200, headers);
  });
}

async function* csvOf(entries: AsyncIterable<SeenEntry>) {
  yield csvLine(columns);
  for await (const entry of entries)
    yield csvLine([
      entry.createdAt.toISOString(),
      entry.action,
      entry.result,
      entry.actorName,
      entry.actorEmail,
      entry.actorKind,
      entry.actorRole,
      entry.sourceIp,
      entry.userAgent,
      entry.isWithheld ? '' : entry.params,
      entry.errors.join('; '),
      entry.id,
      entry.position,
      entry.hash,
    ]);
}

async function* jsonLinesOf(entries: AsyncIterable<SeenEntry>, { recordOf }: Pick<AuditReader, 'recordOf'>) {
  for await (const entry of entries)
    yield `${JSON.stringify({ ...recordOf(entry), ...(entry.isWithheld && { isWithheld: true }), hash: entry.hash })}\n`;
}
