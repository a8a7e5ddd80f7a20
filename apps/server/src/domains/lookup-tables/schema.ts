import { compileSelector } from '@margay/normalize/enrich';
import { isWebAddress } from '@margay/kit';
import * as z from 'zod';
import { readKept } from '../../api/read-input.ts';

const Selectors = z
  .array(
    z
      .string()
      .max(500, 'must have at most 500 characters')
      .refine((text) => compileSelector(text) !== undefined, {
        error:
          'is no selector: write the name of a field, an indicator such as p_any_ip_addresses, or a path such as $.client.ipAddress',
      }),
  )
  .max(50, 'must have at most 50 selectors');

export const PutLookupTable = z.object({
  id: z.string().nullish(),
  /** The key below `p_enrichment`, as it is. */
  name: z
    .string()
    .trim()
    .min(1, 'is required')
    .max(200, 'must have at most 200 characters')
    .regex(/^[^<>&"%\p{Cc}]*$/u, 'must not contain < > & " % or control characters')
    .refine((name) => !/^p_any_/i.test(name), {
      error: 'must not begin with p_any_: that is how indicators are named',
    })
    .refine((name) => /[a-z0-9]/i.test(name) && name !== '__proto__', {
      error: 'must have a letter from a to z or a digit: its table in the lake is named by them',
    }),
  description: z.string().max(5_000, 'must have at most 5,000 characters').nullish(),
  reference: z
    .string()
    .max(2_000, 'must have at most 2,000 characters')
    .refine((text) => text === '' || isWebAddress(text), {
      error: 'is not a web address: use one that starts with https:// or http://',
    })
    .nullish(),
  enabled: z.boolean(),
  schemaName: z.string().min(1, 'is required'),
  primaryKey: z.string().min(1, 'is required'),
  logTypeMap: z
    .array(z.object({ logType: z.string().trim().min(1, 'is required'), selectors: Selectors }))
    .max(500, 'must have at most 500 log types'),
  /** What the caller saw; another one means that somebody else has changed the table. */
  revision: z.int().nullish(),
});
export type PutLookupTable = z.input<typeof PutLookupTable>;

/** Throws `InvalidInput` that names the first field at fault. */
export const readPut = (input: PutLookupTable) => readKept(PutLookupTable, input, 'The lookup table');
