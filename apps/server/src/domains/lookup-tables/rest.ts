import { invalidInput } from '@margay/kit';
import { rowFormats, type RowFormat } from '@margay/normalize/enrich';
import { actorOf } from '../../api/context.ts';
import type { RestRoutes } from '../../api/rest-routes.ts';
import { lookupTablesAccess } from './access.ts';

const formatOfType: Record<string, RowFormat> = {
  'text/csv': 'csv',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'application/x-jsonlines': 'jsonl',
};

/** The rows of a lookup table: in as the request's body, plain or gzip. */
export function lookupTableRoutes(routes: RestRoutes): void {
  routes.put('/internal/lookup-tables/:id/data', lookupTablesAccess.modify, async (c) => {
    const actor = actorOf(c.var);
    const { services } = c.var;
    const format = readFormat(c.req.query('format'), c.req.header('content-type'));
    const body = c.req.raw.body;
    const version = await services.lookupTables.upload(actor, c.req.param('id'), { body, format });
    const { version: number, rowCount, duplicateCount, createdAt } = version;
    return c.json({ version: number, rowCount, duplicateCount, createdAt });
  });
}

function readFormat(named: string | undefined, contentType = ''): RowFormat {
  const [type = ''] = contentType.split(';');
  const format = named ?? formatOfType[type.trim().toLowerCase()];
  const known = rowFormats.find((one) => one === format);
  if (known !== undefined) return known;
  throw invalidInput(
    `The format of the rows is not said. Add ?format=csv or ?format=jsonl to the address, or send Content-Type text/csv or application/x-ndjson.`,
    { details: { field: 'format' } },
  );
}
