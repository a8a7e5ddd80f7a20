import { JetStreamApiError } from '@nats-io/jetstream';
import { limitExceeded, MargayError } from '@margay/kit';
import { bufferFull } from '../buffer/admission.ts';

/** The server's number for a stream that refuses a message: bytes, messages, or messages of one subject. */
const storeFailed = 10_077;
/** Its numbers for storage that is used up: of the server, of the account, of what may be reserved. */
const outOfRoom = new Set([10_023, 10_002, 10_047, 10_028]);

/** The same named delivery is waiting already. */
export const isWaitingAlready = (error: unknown) =>
  error instanceof JetStreamApiError && error.code === storeFailed && /per subject/.test(error.message);

/** The server answered that it keeps nothing; any other failure leaves open what became of the message. */
export const isRefusal = (error: unknown) => error instanceof JetStreamApiError;

const storageFull = (cause: unknown) =>
  limitExceeded(
    'The storage of the NATS server that holds the event buffer is full. Give it more room; batches are accepted again by themselves.',
    { code: 'StorageFull', status: 507, retryAfterSeconds: 30, cause },
  );

export const bufferUnavailable = (cause?: unknown) =>
  limitExceeded(
    'The NATS server that holds the event buffer does not answer. Check the server; send the batch again.',
    { code: 'BufferUnavailable', status: 503, retryAfterSeconds: 5, cause },
  );

/** What a sender is told when a batch could not be kept. */
export function bufferFailure(error: unknown): MargayError {
  if (error instanceof MargayError) return error;
  if (error instanceof JetStreamApiError) {
    if (error.code === storeFailed && /maximum (bytes|messages)/.test(error.message))
      return bufferFull(error);
    if (outOfRoom.has(error.code) || /no space|insufficient|resource limits/i.test(error.message))
      return storageFull(error);
  }
  return bufferUnavailable(error);
}
