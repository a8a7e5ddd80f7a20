import { isMailAddress } from '@margay/mail';
import * as z from 'zod';
import { readKept } from '../../api/read-input.ts';

const required = (most: number) =>
  z.string().trim().min(1, 'is required').max(most, `must have at most ${most} characters`);

export const SupportRequestInput = z.object({
  subject: required(200),
  text: required(5000),
  /** Of somebody who is not signed in. */
  email: z
    .string()
    .trim()
    .max(320)
    .refine((text) => text === '' || isMailAddress(text), 'must be a valid email')
    .default(''),
});
export type SupportRequestInput = z.input<typeof SupportRequestInput>;

/** Throws `InvalidInput` that names the first field at fault. */
export const readRequest = (input: unknown) => readKept(SupportRequestInput, input, 'The request');
