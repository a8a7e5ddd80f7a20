import type { Hono } from 'hono';
import * as z from 'zod';
import { callerOf, parseBody, type ApiEnv } from '../../api/http-parts.ts';

/** Open to people who are not signed in: who cannot sign in needs help most. */
export function supportRoutes(app: Hono<ApiEnv>): void {
  app.post('/auth/support', async (c) => {
    const request = await parseBody(c, z.unknown());
    return c.json(await c.var.services.support.send(c.var.actor, request, callerOf(c)));
  });
}
