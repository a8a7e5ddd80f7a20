import type { IpNetwork, Logger } from '@margay/kit';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Domain } from '../domain-contract/define-domain.ts';
import { registry } from '../domains/registry.ts';
import type { Services } from '../services.ts';
import { actorOfRequest } from './actor-of-request.ts';
import { identifyCaller } from './caller.ts';
import { limitBodies } from './body-limits.ts';
import { toPublicError } from './errors.ts';
import type { createGraphqlHandler } from './graphql.ts';
import { callerOf, type ApiEnv } from './http-parts.ts';
import { assertEveryRouteHasRule, restRoutesOn } from './rest-routes.ts';

export interface HttpDeps {
  services: Services;
  /** Whose routes are served; all of them where nothing is said. */
  domains?: readonly Domain[];
  logger: Logger;
  /** Reverse proxies whose word about the caller is taken. */
  trustedProxies: readonly IpNetwork[];
  graphql: ReturnType<typeof createGraphqlHandler>;
  /** True when every engine answers. */
  isReady(): Promise<{ ready: boolean; parts: Record<string, boolean> }>;
  /** True when people reach the server by https only: browsers are told to keep to it. */
  isBehindTls?: boolean;
  /** Adds routes that bring their own authentication: log sources, metrics. */
  mount?(app: Hono<ApiEnv>): void;
  /** Why the console and its API are not here; absent where they are. */
  refusal?(): Error;
  /** Serves the console's files; everything that is no API route ends here. */
  mountConsole?(app: Hono<ApiEnv>): void;
}

/** Where routes of domains are; the caller is known there. Single sign-on has its own, as OAuth and SAML name them. */
const pathsOfDomains = ['/auth/*', '/internal/*', '/saml', '/saml2/*', '/oauth2/*', '/logout'];

const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
};

/** The whole HTTP surface of the process, without a socket: tests call `app.request`. */
export function createHttpApp(deps: HttpDeps): Hono<ApiEnv> {
  const { services, logger } = deps;
  const app = new Hono<ApiEnv>();

  app.onError((error, c) => {
    const seen = toPublicError(error, logger);
    if (seen.retryAfterSeconds !== undefined) c.header('Retry-After', String(seen.retryAfterSeconds));
    return c.json(
      { message: seen.message, code: seen.code, details: seen.details },
      seen.status as ContentfulStatusCode,
    );
  });
  app.use(identifyCaller(deps.trustedProxies, logger));
  app.use(
    secureHeaders({
      contentSecurityPolicy,
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: deps.isBehindTls === true ? `max-age=${365 * 24 * 3600}` : false,
      xFrameOptions: 'DENY',
    }),
  );

  for (const paths of pathsOfDomains) app.use(paths, withActor);
  app.use(limitBodies);

  app.get('/healthz', (c) => c.json({ status: 'alive' }));
  app.get('/readyz', async (c) => {
    const state = await deps.isReady();
    return c.json(state, state.ready ? 200 : 503);
  });
  deps.mount?.(app);
  const { refusal } = deps;
  if (refusal !== undefined) {
    app.all('*', () => {
      throw refusal();
    });
    return app;
  }

  async function withActor(c: Parameters<typeof callerOf>[0], next: () => Promise<void>) {
    c.set('services', services);
    c.set('actor', await actorOfRequest(c, services));
    await next();
  }

  const { routes, rules } = restRoutesOn(app);
  for (const domain of deps.domains ?? registry) domain.rest?.(routes);
  // Each field has a rule of its own.
  routes.post('/internal/graphql', 'public', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const reply = await deps.graphql(body, {
      actor: c.var.actor,
      services,
      signal: c.req.raw.signal,
    });
    return c.json(reply.body as object, reply.status as ContentfulStatusCode);
  });
  app.all('/internal/*', (c) =>
    c.json({ message: 'There is nothing at this address.', code: 'NotFound' }, 404),
  );
  app.all('/auth/*', (c) => c.json({ message: 'There is nothing at this address.', code: 'NotFound' }, 404));
  deps.mountConsole?.(app);
  assertEveryRouteHasRule(app, rules);
  return app;
}
