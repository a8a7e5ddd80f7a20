export {
  relatedComponents,
  systemErrorTypes,
  type AlertWriter,
  type SystemErrorInput,
  type SystemErrorType,
} from './alert-writer.ts';
export { commitFindings, type FindingsDeps } from './commit-findings.ts';
export type { Findings, FoundMatch, RecordedFindings } from './findings.ts';
export { findFinished, forgetFinished, type FinishedUnit } from './finished.ts';
export { createSignalFeed, type SignalFeed } from './signal-feed/feed.ts';
export { trimFeedJob } from './signal-feed/jobs.ts';
export { findingsOfWritten, writtenFindings, type WrittenFindings } from './written-findings.ts';
