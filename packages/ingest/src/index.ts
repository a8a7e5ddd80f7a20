export { decodeBody, defaultDecodeLimits } from './body/decode.ts';
export type { DecodeLimits } from './body/decode.ts';
export type { BodyEncoding } from './body/encoding.ts';
export type { BatchMeta, BufferStats, EventBuffer, Segment, SegmentRef } from './spool/event-buffer.ts';
export { defaultSpoolLimits, openSpool } from './spool/spool.ts';
export type { SpoolLimits, SpoolOptions } from './spool/spool.ts';
export {
  createBatchFramer,
  defaultFramingLimits,
  frameBuffer,
  frameStream,
  streamFramings,
} from './framing/index.ts';
export type {
  BatchFramer,
  Framed,
  FrameCounts,
  FrameFailure,
  FramingLimits,
  StreamFraming,
} from './framing/index.ts';
export { httpAuths } from './transports/http/auth/index.ts';
export { createHttpIntake, defaultHttpIntakeLimits } from './transports/http/receive.ts';
export type {
  HttpIntakeDeps,
  HttpIntakeLimits,
  HttpSource,
  IntakeOutcome,
  IntakeReply,
  IntakeRequest,
} from './transports/http/receive.ts';
export { HttpSettings } from './transports/http/settings.ts';
export { transports } from './transports/index.ts';
export { secretSettingsOf, settingsFormOf } from './transports/transport.ts';
export type { Transport } from './transports/transport.ts';
