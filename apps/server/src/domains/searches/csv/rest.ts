import type { RestRoutes } from '../../../api/rest-routes.ts';
import { searchesAccess } from '../access.ts';

/** CSV files by their signed links: a browser that follows one sends no session. */
export function csvRoutes(routes: RestRoutes): void {
  routes.get('/internal/searches/csv/:id', searchesAccess.downloadCsv, async (c) => {
    const file = await c.var.services.csv.open(c.req.param('id'), {
      expires: Number(c.req.query('expires')),
      signature: c.req.query('signature') ?? '',
    });
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.name}"`,
      'content-length': String(file.byteCount),
      'cache-control': 'private, no-store',
    };
    // Hono answers HEAD with the headers of GET; the file is not to be opened for it.
    return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(await file.read(), 200, headers);
  });
}
