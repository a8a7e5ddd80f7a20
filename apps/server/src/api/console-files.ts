import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono, MiddlewareHandler } from 'hono';
import { relative } from 'node:path';
import type { ApiEnv } from './http-parts.ts';

/** How long a file may be kept. What serves it has set its headers before it tells that it was found. */
const keep =
  (caching: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (!c.res.ok) return;
    c.header('Cache-Control', caching);
    // A cache on the way must not hand the compressed form to a client that takes none.
    c.header('Vary', 'Accept-Encoding');
  };

/**
 * Serves the built console: hashed files for ever, every other address as the application's page. Each file in the form
 * that the build compressed and the browser takes.
 */
export function mountConsole(app: Hono<ApiEnv>, folder: string): void {
  const files = { root: relative(process.cwd(), folder) || '.', precompressed: true };
  app.get('/assets/*', keep('public, max-age=31536000, immutable'), serveStatic(files), (c) =>
    c.text('The console has no such file. Load the page again: it may be of an older version.', 404),
  );
  app.get('*', keep('no-cache'), serveStatic({ ...files, path: 'index.html' }), (c) =>
    c.text('The console has not been built. Run "npm run build", then load this page again.', 503),
  );
}
