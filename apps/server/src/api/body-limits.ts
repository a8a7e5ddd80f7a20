import { holdsAny, type Permission } from '@margay/auth';
import { contentLimits } from '@margay/detect/content';
import { limitExceeded } from '@margay/kit';
import { tableLimits } from '@margay/normalize/enrich';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiEnv } from './http-parts.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Bytes that a request's body may have. Every number that differs from the default has its line in `bodyLimits`. */
export const defaultBodyBytes = megabyte;

/** Who may send detection content through GraphQL, where a zip is base64 text. */
const uploaders: Permission[] = ['BulkUpload', 'BulkUploadValidate', 'RuleModify', 'PolicyModify'];

interface BodyLimit {
  path: RegExp;
  /** Undefined where the route counts the bytes itself while it reads them. */
  bytes(c: Context<ApiEnv>): number | undefined;
}

/** The first that fits the path counts. Whoever is not signed in gets no more than the default. */
export const bodyLimits: readonly BodyLimit[] = [
  // Log sources bring their own authentication and limits: see MARGAY_MAX_BATCH_MB.
  { path: /^\/http\/[^/]+$/, bytes: () => undefined },
  { path: /^\/auth\//, bytes: () => 64 * kilobyte },
  { path: /^\/oauth2\//, bytes: () => 16 * kilobyte },
  // The answer of an identity provider, with all groups of a person.
  { path: /^\/saml2\//, bytes: () => 512 * kilobyte },
  {
    path: /^\/internal\/detections\/upload$/,
    bytes: ({ var: { actor } }) => (actor === null ? defaultBodyBytes : contentLimits.zipBytes),
  },
  {
    path: /^\/internal\/lookup-tables\/[^/]+\/data$/,
    bytes: ({ var: { actor } }) =>
      actor?.permissions.has('LookupModify') === true
        ? tableLimits.uploadMegabytes * megabyte
        : defaultBodyBytes,
  },
  {
    path: /^\/internal\/graphql$/,
    bytes({ var: { actor } }) {
      if (actor === null) return 64 * kilobyte;
      return holdsAny(actor.permissions, uploaders) ? 32 * megabyte : 4 * megabyte;
    },
  },
];

/** Refuses a body that is too large before it is read, or, where no length is said, as soon as it has become so. */
export const limitBodies: MiddlewareHandler<ApiEnv> = (c, next) => {
  const named = bodyLimits.find(({ path }) => path.test(c.req.path));
  const bytes = named === undefined ? defaultBodyBytes : named.bytes(c);
  return bytes === undefined ? next() : limitTo(bytes)(c, next);
};

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) => {
      // What is left of the body is not read, so the connection cannot be used again.
      c.header('Connection', 'close');
      throw limitExceeded(
        `The body of a request to ${c.req.path} may have ${maxSize} bytes here; this one has more. Send it in parts.`,
        { code: 'BodyTooLarge', status: 413 },
      );
    },
  });
