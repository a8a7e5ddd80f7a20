import type { PrivateReach } from '@margay/kit/node';

/** Which private addresses this process calls, asked for each request. */
export interface OutgoingReach {
  now(): PrivateReach;
  /** What decides from now on, in place of the environment. */
  decideBy(read: () => PrivateReach): void;
}

/** `allowed`: what holds until somebody decides, at the start. */
export function createOutgoingReach(allowed: boolean): OutgoingReach {
  let read = (): PrivateReach => allowed;
  return {
    now: () => read(),
    decideBy(other) {
      read = other;
    },
  };
}
