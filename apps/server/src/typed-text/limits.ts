import * as z from 'zod';

/** Characters that texts of one kind may have, wherever they are typed. Files have theirs in `contentLimits`. */
export const longestTexts = {
  /** Conditions, inline filters and alert keys of a simple detection, each. */
  yamlList: 200_000,
  /** What a policy's remediation is given. */
  remediationParameters: 20_000,
} as const;

/** A text within its limit; nothing else looks at one that is longer. */
export const textUpTo = (limit: number) =>
  z.string().max(limit, { error: `It has more than ${limit} characters. Shorten it.`, abort: true });
