import { queryKeys } from '@margay/detect/content';
import * as z from 'zod';

/** Numbers and units as people meet them in the search form; kept with the query, not exported. */
const SearchForm = z.object({
  simpleSearchQueryFilter: z.string().optional(),
  /** What the console keeps with the query; only it reads this. */
  queryCookie: z.string().max(1_000_000).optional(),
  startTime: z.string().optional(),
  endTime: z.string().optional(),
  databases: z.array(z.string()).default([]),
  tables: z.array(z.string()).default([]),
  limit: z.number().int().min(1).optional(),
  relativeTime: z.string().optional(),
  relativeNumberVal: z.number().int().optional(),
  relativeTimeUnit: z.string().optional(),
  sortDirection: z.enum(['ascending', 'descending']).optional(),
});
export type SearchForm = z.output<typeof SearchForm>;

/** Only the console can read such a query: it turns it into the form of today. */
export function isOfFirstForm(text: string, form: SearchForm | undefined): boolean {
  return text === '' && !form?.simpleSearchQueryFilter && Boolean(form?.queryCookie);
}

const Schedule = z
  .object({
    cron: z.string().optional(),
    rateMinutes: z.number().int().min(2, { error: 'A rate must be at least 2 minutes.' }).optional(),
    timeoutMinutes: z.number().int().min(1, { error: 'A timeout must be at least 1 minute.' }),
  })
  .refine(({ cron, rateMinutes }) => (cron === undefined) !== (rateMinutes === undefined), {
    error: 'A schedule needs either a cron expression or a rate.',
  })
  .refine(({ rateMinutes, timeoutMinutes }) => rateMinutes === undefined || rateMinutes >= timeoutMinutes, {
    error: 'The timeout must not be longer than the rate.',
  });

export const SavedQueryDefinition = z.object({
  description: z.string(),
  tags: z.array(z.string()),
  /** In one of the text languages of searches. */
  text: z.string(),
  key: z.enum(queryKeys).default('Query'),
  lookback: z.boolean().optional(),
  lookbackWindowSeconds: z.number().int().min(0).optional(),
  /** Present: it runs by the clock while it is enabled. */
  schedule: Schedule.optional(),
  email: z
    .object({
      recipients: z.array(z.string()),
      sendEmpty: z.boolean().optional(),
      preferAttachment: z.boolean().optional(),
    })
    .optional(),
  form: SearchForm.optional(),
});
export type SavedQueryDefinition = z.output<typeof SavedQueryDefinition>;
