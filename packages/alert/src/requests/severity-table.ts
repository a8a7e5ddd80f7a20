import { severities } from '@margay/model';
import * as z from 'zod';

const known: readonly string[] = severities;

/** Settings that differ by severity: a table of severity to text. */
export const severityTable = () =>
  z.record(z.string(), z.string().trim()).superRefine((table, context) => {
    for (const name of Object.keys(table))
      if (!known.includes(name))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `"${name}" is no severity. Use ${severities.join(', ')}`,
        });
  });
