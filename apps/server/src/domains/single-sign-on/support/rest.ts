import type { Hono } from 'hono';
import * as z from 'zod';
import { callerOf, parseBody, type ApiEnv } from '../../../api/http-parts.ts';

const SupportCode = z.object({ code: z.string().max(200) });

export function supportRoutes(app: Hono<ApiEnv>): void {
  app.post('/auth/support', async (c) => {
    const { code } = await parseBody(c, SupportCode);
    const reply = await c.var.services.supportSignIn.signIn(code, callerOf(c));
    return c.json('challenge' in reply ? reply.challenge : reply.session.tokens);
  });
}
