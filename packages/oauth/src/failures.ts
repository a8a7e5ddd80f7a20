import { limitExceeded, type MargayError, upstreamFailed } from '@margay/kit';

/** A person has to do something; trying again soon would be of no use. */
export const tokenRefused = (message: string): MargayError =>
  upstreamFailed(message, { code: 'AccessTokenRefused' });

/** May pass by itself; `retryAfterSeconds` where the token address said when. */
export const tokenFailed = (
  message: string,
  options: { retryAfterSeconds?: number; cause?: unknown } = {},
): MargayError => limitExceeded(message, { code: 'AccessTokenFailed', status: 503, ...options });
