import * as z from 'zod';
import { callerOf, parseBody } from '../../api/http-parts.ts';
import type { RestRoutes } from '../../api/rest-routes.ts';
import { supportAccess } from './access.ts';

/** Asking for help, also by people who are not signed in. */
export function supportRoutes(routes: RestRoutes): void {
  routes.post('/auth/support', supportAccess.ask, async (c) => {
    const request = await parseBody(c, z.unknown());
    return c.json(await c.var.services.support.send(c.var.actor, request, callerOf(c)));
  });
}
