import * as z from 'zod';

/** As the server keeps entries of sources whose schemas mask fields. */
const sealed = /^v1\.[A-Za-z0-9+/]+=*$/;

const Rows = z.array(z.tuple([z.string()]));

/** Failed events, out of rows of one column, as a sample for inference: one on each line, in clear ones only. */
export function linesOfFailures(rows: unknown): string {
  return Rows.parse(rows)
    .map(([payload]) => payload)
    .filter((payload) => !sealed.test(payload))
    .map((payload) => payload.replaceAll(/\s*\n\s*/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
