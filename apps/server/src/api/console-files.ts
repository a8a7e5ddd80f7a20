import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ApiEnv } from './http-parts.ts';

/** Serves the built console: hashed files for ever, every other address as the application's page. */
export function mountConsole(app: Hono<ApiEnv>, folder: string): void {
  const root = relative(process.cwd(), folder) || '.';
  app.use(
    '/assets/*',
    serveStatic({
      root,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.use('/favicon.svg', serveStatic({ root }));
  app.get('*', async (c) => {
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
    if (page === undefined) {
      return c.text('The console has not been built. Run "npm run build", then load this page again.', 503);
    }
    c.header('Cache-Control', 'no-cache');
    return c.html(page);
  });
}
