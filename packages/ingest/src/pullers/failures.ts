import { limitExceeded, type MargayError, upstreamFailed } from '@margay/kit';

/** A person has to do something; trying again soon would be of no use. */
export const needsAttention = (message: string, details?: Record<string, unknown>): MargayError =>
  upstreamFailed(message, { code: 'PullNeedsAttention', ...(details === undefined ? {} : { details }) });

/** May pass by itself; `retryAfterSeconds` where the other side said when. */
export const mayPass = (message: string, retryAfterSeconds?: number): MargayError =>
  limitExceeded(message, {
    code: 'PullFailed',
    status: 503,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
