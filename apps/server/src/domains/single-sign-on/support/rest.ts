import * as z from 'zod';
import { callerOf, parseBody } from '../../../api/http-parts.ts';
import type { RestRoutes } from '../../../api/rest-routes.ts';
import { singleSignOnAccess } from '../access.ts';

const SupportCode = z.object({ code: z.string().max(200) });

export function supportRoutes(routes: RestRoutes): void {
  routes.post('/auth/support-sign-in', singleSignOnAccess.signIn, async (c) => {
    const { code } = await parseBody(c, SupportCode);
    const reply = await c.var.services.supportSignIn.signIn(code, callerOf(c));
    return c.json('challenge' in reply ? reply.challenge : reply.session.tokens);
  });
}
