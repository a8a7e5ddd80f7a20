import { internalError } from '@margay/kit';
import type { Context, Hono } from 'hono';
import { enforce, type OperationRule } from './auth-rule.ts';
import type { ApiEnv } from './http-parts.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

type AddRoute = <const Path extends string>(
  path: Path,
  auth: OperationRule,
  handle: (c: Context<ApiEnv, Path>) => Response | Promise<Response>,
) => void;

/** Where routes are added. Each says who may call it, as the domain's `access.ts` has it; others get no answer of it. */
export type RestRoutes = Record<Method, AddRoute>;

/** Who may call a route. `path` is a pattern, as in `/internal/toys/:name`. */
export interface RestRule {
  method: string;
  path: string;
  auth: OperationRule;
}

/** Routes on an app, and the rules of those that were added so far. */
export function restRoutesOn(app: Hono<ApiEnv>): { routes: RestRoutes; rules: readonly RestRule[] } {
  const rules: RestRule[] = [];
  const adding =
    (method: string): AddRoute =>
    (path, auth, handle) => {
      rules.push({ method, path, auth });
      app.on(method, path, (c) => {
        enforce(auth, c.var.actor, `${method} ${path}`);
        return handle(c);
      });
    };
  const routes = { get: adding('GET'), post: adding('POST'), put: adding('PUT'), delete: adding('DELETE') };
  return { routes, rules };
}

/** Throws where the app answers at an address that has no rule, below `/internal/`, `/auth/` or the like. */
export function assertEveryRouteHasRule(app: Hono<ApiEnv>, rules: readonly RestRule[]): void {
  const ruled = new Set(rules.map(({ method, path }) => `${method} ${path}`));
  for (const { method, path } of app.routes) {
    // Every method: what prepares requests, and what answers where there is nothing.
    if (method === 'ALL' || !/^\/(?:internal|auth|oauth2|saml2?|logout)(?:\/|$)/.test(path)) continue;
    if (!ruled.has(`${method} ${path}`))
      throw internalError(
        `The route ${method} ${path} has no rule: add it with RestRoutes, which asks who may call it.`,
      );
  }
}
