import type { EventKey } from '@margay/query';
import { invalidInput } from '@margay/kit';
import * as z from 'zod';

/** What the lake holds: nanoseconds in 64 bits. */
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(2262, 3, 11);

const timeShape = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,9})?Z?$/;
const noTime = 'it is no time such as 2024-05-01 10:00:00, of the years 1900 to 2261';

/** A day that a month has, at an hour that a day has, in years that the lake knows. */
function isEventTime(text: string): boolean {
  const second = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  const at = new Date(`${second}Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(second)) return false;
  return at.getTime() >= earliest && at.getTime() < latest;
}

const longKey = 'it has more than 200 characters';

/** An event as a page of rows names it; its time comes out as the lake writes times. */
export const EventKeySchema = z.object({
  logType: z.string().max(200, longKey),
  rowId: z.string().max(200, longKey),
  eventTime: z
    .string()
    .regex(timeShape, { error: noTime, abort: true })
    .refine(isEventTime, noTime)
    .transform((text) => text.replace('T', ' ').replace('Z', '')),
});

/** Throws `InvalidInput` that names the field at fault; `what` is how the request calls what it asks for. */
export function readEventKeys<T extends EventKey | EventKey[]>(
  schema: z.ZodType<T>,
  what: 'event' | 'events',
  asked: unknown,
): T {
  const read = schema.safeParse(asked);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = [what, ...(issue?.path ?? [])].join('.');
  throw invalidInput(
    `The ${what} cannot be looked up: of ${field} ${issue?.message ?? 'it cannot be read'}. Give log type, row id and time as a page of rows gives them.`,
    { details: { field } },
  );
}
