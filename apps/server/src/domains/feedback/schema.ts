import * as z from 'zod';
import { readKept } from '../../api/read-input.ts';

export const FeedbackInput = z.object({
  featureName: z.string().trim().min(1, 'is required').max(200, 'must have at most 200 characters'),
  feedbackText: z.string().trim().min(1, 'is required').max(5_000, 'must have at most 5,000 characters'),
  /** 1 to 5; null when the person did not rate it. */
  featureUsefulness: z
    .int('must be a whole number')
    .min(1, 'must be 1 to 5')
    .max(5, 'must be 1 to 5')
    .nullish(),
  /** Address of the screen. Kept as text: it is shown, never opened. */
  locationUrl: z.string().max(5_000, 'must have at most 5,000 characters'),
  /** Width of the window in CSS pixels. */
  screenWidth: z
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(100_000, 'must be at most 100,000')
    .nullish(),
});
export type FeedbackInput = z.input<typeof FeedbackInput>;

/** Throws `InvalidInput` that names the first field at fault. */
export function readFeedback(input: FeedbackInput): z.output<typeof FeedbackInput> {
  return readKept(FeedbackInput, input, 'The feedback');
}
