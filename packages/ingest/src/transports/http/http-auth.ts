import * as z from 'zod';

/** What a check may look at. Header names are matched whatever their case. */
export interface AuthRequest {
  header(name: string): string | undefined;
  /** The body exactly as received, before unpacking; empty for kinds that do not need it. */
  body: Uint8Array;
}

type AuthSettings = { authMethod: string };
type AuthShape = { authMethod: z.ZodLiteral<string> } & Record<string, z.ZodType>;

/** One kind of authentication of an HTTP source. */
export interface HttpAuth<Settings extends z.ZodObject<AuthShape> = z.ZodObject<AuthShape>> {
  /** Value of `authMethod`. */
  kind: string;
  title: string;
  settings: Settings;
  /** True when the check reads the body, so that it must be received first. */
  needsBody: boolean;
  isAllowed(settings: AuthSettings, request: AuthRequest): boolean;
}

export function defineHttpAuth<Settings extends z.ZodObject<AuthShape>>(auth: {
  title: string;
  settings: Settings;
  needsBody: boolean;
  isAllowed(settings: z.output<Settings>, request: AuthRequest): boolean;
}): HttpAuth<Settings> {
  const [kind = ''] = auth.settings.shape.authMethod.values;
  return {
    ...auth,
    kind,
    isAllowed: (settings, request) =>
      // The discriminator is compared first, and settings come out of the schema it selects.
      settings.authMethod === kind && auth.isAllowed(settings as z.output<Settings>, request),
  };
}

/** A header name of a source's settings (RFC 9110, section 5.1). A new one each time: a label belongs to one setting. */
export const headerKey = () =>
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'Give the name of one header, for instance X-Signature.');

/** A secret of a source's settings. */
export const secretText = () => z.string().regex(/\S/, 'This field is required').max(4096);
