import { invalidInput } from '@margay/kit';
import type { Hono } from 'hono';
import { callerOf, type ApiEnv } from '../../api/http-parts.ts';

/** Open to people who are not signed in: who cannot sign in needs help most. */
export function supportRoutes(app: Hono<ApiEnv>): void {
  app.post('/auth/support', async (c) => {
    const body: unknown = await c.req.json().catch(() => {
      throw invalidInput('The request body is not JSON.');
    });
    return c.json(await c.var.services.support.send(c.var.actor, body, callerOf(c)));
  });
}
