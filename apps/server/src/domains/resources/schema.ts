import * as z from 'zod';

/** Resources in one upload. */
export const uploadLimit = 1000;
/** Characters of JSON of one resource's attributes. */
export const attributesLimit = 262_144;
/** Deeper ones cannot be given to Python. */
export const depthLimit = 100;

/** `\p{Cc}` also keeps out the character U+0000, which no text column takes. */
const noControls = (what: string) => ({
  pattern: /^[^\p{Cc}]+$/u,
  error: `must not be empty and must not hold control characters. Give the ${what}.`,
});
const idText = noControls('id as the cloud provider writes it, for instance an ARN');

/** One resource as it is uploaded. */
export const UploadedResource = z.object({
  id: z
    .string()
    .max(1000, { error: 'is longer than 1,000 characters. Shorten it.' })
    .regex(idText.pattern, { error: idText.error }),
  type: z
    .string()
    .max(200, { error: 'is longer than 200 characters. Shorten it.' })
    .regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, {
      error: 'must be names separated by dots. Write it like AWS.S3.Bucket.',
    }),
  integrationId: z
    .string()
    .max(200, { error: 'is longer than 200 characters. Shorten it.' })
    .regex(noControls('id of the account or tool').pattern, {
      error: noControls('id of the account or tool').error,
    })
    .default('upload'),
  integrationLabel: z.string().max(200, { error: 'is longer than 200 characters. Shorten it.' }).default(''),
  attributes: z
    .record(z.string(), z.unknown(), { error: 'must be a JSON object. Send what policy() reads in it.' })
    .refine((attributes) => depthOf(attributes, depthLimit) <= depthLimit, {
      error: `are nested more than ${depthLimit} levels deep. Leave the deepest part out.`,
    })
    .refine((attributes) => JSON.stringify(attributes).length <= attributesLimit, {
      error: `are more than ${attributesLimit.toLocaleString('en-US')} characters of JSON. Leave out what no policy reads.`,
    }),
});
export type UploadedResource = z.output<typeof UploadedResource>;

/** How deep a value is nested; it stops counting one above the limit. */
function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit === 0) return 1;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member, limit - 1));
  return deepest + 1;
}

export const SuppressionPatterns = z
  .array(
    z
      .string()
      .max(1000, { error: 'is longer than 1,000 characters. Shorten it.' })
      .regex(/^[^\p{Cc}]+$/u, {
        error: 'must not be empty and must not hold control characters. Write a resource id, * for any text.',
      }),
  )
  .min(1, { error: 'is empty. Name at least one resource id or pattern.' })
  .max(1000, { error: 'holds more than 1,000 patterns. Send fewer at once.' });
