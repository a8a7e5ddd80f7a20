import { readInput } from '../../api/read-input.ts';
import * as z from 'zod';
import { auditResults } from './entry.ts';
import type { GivenFilter } from './reader.ts';

const Text = z.string().max(200);
const Moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'it is no time such as 2027-01-31T00:00:00Z')
  .transform((text) => new Date(text));
/** Values that an address names more than once. */
const Filter = z.object({
  since: Moment.optional(),
  until: Moment.optional(),
  actor: Text.optional(),
  sourceIp: Text.optional(),
  text: Text.optional(),
  action: z.array(Text).max(200),
  result: z.array(z.enum(auditResults)),
});

/** The filter in the query of an address. Throws `InvalidInput` that names the field at fault. */
export function filterOfQuery(query: URLSearchParams): GivenFilter {
  const one = (name: string) => query.get(name) ?? undefined;
  const { action, result, ...rest } = readInput(
    Filter,
    {
      since: one('since'),
      until: one('until'),
      actor: one('actor'),
      sourceIp: one('sourceIp'),
      text: one('text'),
      action: query.getAll('action'),
      result: query.getAll('result'),
    },
    'filter',
  );
  return { ...rest, actions: action, results: result };
}
