import { field } from '@margay/settings';
import * as z from 'zod';
import { httpAuths } from './auth/index.ts';
import { headerKey } from './http-auth.ts';

/** Fields every HTTP source has, whatever its authentication. */
const shared = {
  deliveryIdHeader: field(headerKey().default('Idempotency-Key'), {
    label: 'Delivery id header',
    help: 'A batch sent again with the same id in this header and the same content is stored once. For GitHub: X-GitHub-Delivery.',
  }),
};

type SettingsOf<Auths extends readonly { settings: z.ZodObject }[]> = {
  -readonly [Index in keyof Auths]: z.ZodObject<Auths[Index]['settings']['shape'] & typeof shared>;
};

// The mapped list has the same members in the same order; `map` only forgets that it is a tuple.
const variants = httpAuths.map(({ title, settings }) =>
  field(z.object({ ...settings.shape, ...shared }), { label: title }),
) as unknown as SettingsOf<typeof httpAuths>;

/** The settings of an HTTP source: one variant for each `authMethod`. */
export const HttpSettings = field(z.discriminatedUnion('authMethod', variants), {
  label: 'Method',
  initial: 'SharedSecret',
});
export type HttpSettings = z.output<typeof HttpSettings>;
