import { invalidInput } from '@margay/kit';
import type * as z from 'zod';

/** A JSON value of an input as its schema wants it. Throws `InvalidInput` that names the first place at fault. */
export function readInput<T>(schema: z.ZodType<T>, value: unknown, field: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = [field, ...(issue?.path ?? [])].join('.');
  throw invalidInput(`${place} cannot be read: ${issue?.message ?? 'it is not valid'}.`, {
    details: { field: place },
  });
}

/** What a person sent to be kept; `what` begins the message. Throws `InvalidInput` that names the first field at fault. */
export function readKept<T>(schema: z.ZodType<T>, input: unknown, what: string): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw invalidInput(`${what} was not kept: ${field} ${issue?.message ?? 'is not valid'}.`, {
    details: { field },
  });
}
