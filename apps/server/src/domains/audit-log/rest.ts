import { csvLine, invalidInput, unauthenticated } from '@margay/kit';
import type { Hono } from 'hono';
import { enforce } from '../../api/auth-rule.ts';
import type { ApiEnv } from '../../api/http-parts.ts';
import { auditLogAccess } from './access.ts';
import { filterOfQuery } from './entry-filter.ts';
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

/** The entries that a filter finds, as a file that is written while it is read. */
export function auditLogRoutes(app: Hono<ApiEnv>): void {
  app.get('/internal/audit-log/export', async (c) => {
    const { actor, services } = c.var;
    if (actor === null) throw unauthenticated('Sign in to continue.');
    enforce(auditLogAccess, actor, 'the export of the audit log');
    const query = new URL(c.req.url).searchParams;
    const format = query.get('format');
    if (format !== 'csv' && format !== 'jsonl')
      throw invalidInput('Say in which format: csv or jsonl.', { details: { field: 'format' } });
    const filter = filterOfQuery(query);
    await services.audit.record({
      action: 'EXPORT_AUDIT_LOG',
      actor,
      params: { input: Object.fromEntries(query) },
    });
    const entries = services.auditReader.exported(actor, filter);
    const lines = format === 'csv' ? csvOf(entries) : jsonLinesOf(entries, services.auditReader);
    return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), 200, {
      'content-type': types[format],
      'content-disposition': `attachment; filename="audit-log.${format}"`,
      'cache-control': 'private, no-store',
    });
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
