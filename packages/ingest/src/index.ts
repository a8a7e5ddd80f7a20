export { decodeBody, defaultDecodeLimits } from './body/decode.ts';
export type { DecodeLimits } from './body/decode.ts';
export type { BodyEncoding } from './body/encoding.ts';
export type { BatchMeta, BufferStats, EventBuffer, Segment, SegmentRef } from './buffer/event-buffer.ts';
export { defaultJetStreamLimits, openJetStreamBuffer } from './jetstream/open-jetstream-buffer.ts';
export type { JetStreamBufferOptions, JetStreamLimits } from './jetstream/open-jetstream-buffer.ts';
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
export { xmlElementToJson } from './framing/xml-value.ts';
export { definePuller } from './pullers/puller.ts';
export type { PullDeps, PulledPage, Puller } from './pullers/puller.ts';
export type { ReplyReader } from './replies/reply-reader.ts';
export { sources } from './sources/index.ts';
export { defineSource, kindFor } from './sources/source.ts';
export type { SourceDefinition } from './sources/source.ts';
export type { IntakeOutcome, PushSource } from './transports/push.ts';
export { defineTransport } from './transports/transport.ts';
export type { PushTransport } from './transports/transport.ts';
