import { severities } from '@margay/model';
import * as z from 'zod';

/** What the content says of the settings of a managed detection that a person has changed. Null: nothing. */
export const ShippedValues = z
  .object({
    severity: z.enum(severities),
    dedupPeriodMinutes: z.number(),
    threshold: z.number(),
    outputIds: z.array(z.string()),
    inlineFilters: z.string().nullable(),
    suppressions: z.array(z.string()),
  })
  .partial();
export type ShippedValues = z.output<typeof ShippedValues>;

/** What people may change of managed detections, beside switching them on and off. */
export const overridableNames = Object.keys(ShippedValues.shape) as (keyof ShippedValues)[];

/** The same of a managed derived rule: what its content says otherwise than the base. Null: it follows the base. */
export const ShippedOverrides = ShippedValues.omit({ suppressions: true })
  .extend({
    severity: z.enum(severities).nullable(),
    dedupPeriodMinutes: z.number().nullable(),
    threshold: z.number().nullable(),
    outputIds: z.array(z.string()).nullable(),
  })
  .partial();
export type ShippedOverrides = z.output<typeof ShippedOverrides>;
