import { MargayError } from '@margay/kit';

export const cancelledReplay = () =>
  new MargayError('conflict', 'The replay was stopped.', { code: 'ReplayCancelled' });

export const isCancelledReplay = (thrown: unknown): boolean =>
  thrown instanceof MargayError && thrown.code === 'ReplayCancelled';
