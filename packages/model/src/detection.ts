import type { PythonKind } from './detection-kinds/index.ts';
import type { Severity } from './severity.ts';
import type { InlineFilters, SimpleDetection } from './simple-detection.ts';

/**
 * Whose text this is, told by the log types its last author may read: texts of equal trust could all have been written
 * by one another's authors. They share a process, others never do.
 */
export type Trust = string;

/** Of the product itself and of people who may read every log type. See `accessKeyOf` of @margay/auth. */
export const fullTrust: Trust = 'ALLOW_ALL';

export interface UnitTestMock {
  objectName: string;
  /** JSON text or plain text, as the test file wrote it. */
  returnValue: string;
}

export interface UnitTest {
  name: string;
  expectedResult: boolean;
  /** The event, as JSON text. */
  resource: string;
  mocks: UnitTestMock[];
}

/** One version of a rule as the runtime needs it. */
export interface PythonRule {
  id: string;
  versionId: string;
  trust: Trust;
  /** Python; empty where `simple` says what the rule does. */
  body: string;
  simple?: SimpleDetection;
  inlineFilters?: InlineFilters;
  kind: PythonKind;
  logTypes: string[];
  severity: Severity;
  displayName: string;
  description: string;
  runbook: string;
  reference: string;
  dedupPeriodMinutes: number;
  threshold: number;
  /** False: matches become signals only. */
  createAlert: boolean;
  tags: string[];
  reports: Record<string, string[]>;
  outputIds: string[];
  summaryAttributes: string[];
}

export interface PythonModule {
  /** Import name, for instance `panther_base_helpers`. */
  id: string;
  versionId: string;
  trust: Trust;
  body: string;
}

export interface DataModel {
  id: string;
  versionId: string;
  trust: Trust;
  logTypes: string[];
  enabled: boolean;
  body?: string;
  mappings: { name: string; path?: string; method?: string }[];
}

/** Everything the Python runtime runs, of one moment. */
export interface DetectionContent {
  /** Grows with every change; stored with each match. */
  revision: number;
  rules: PythonRule[];
  globals: PythonModule[];
  dataModels: DataModel[];
}

/**
 * What a rule said about one event. Text functions that raised or returned nothing are absent, and the alert
 * falls back to the rule's own settings; what they raised is listed in `functionErrors`.
 */
export interface RuleMatch {
  ruleId: string;
  ruleVersionId: string;
  /** Position of the event in the evaluated batch. */
  eventIndex: number;
  title?: string;
  dedup?: string;
  severity?: Severity;
  description?: string;
  runbook?: string;
  reference?: string;
  destinations?: string[];
  /** What `unique()` returned; then distinct values are counted against the threshold, not events. */
  unique?: string;
  /** Result of `alert_context()` as JSON text. */
  contextJson?: string;
  functionErrors?: { name: string; error: string }[];
}

export interface RuleError {
  ruleId: string;
  ruleVersionId: string;
  /** -1 when the error concerns the rule as a whole (it does not load, it is paused). */
  eventIndex: number;
  /** `ErrorName: message`. */
  error: string;
  traceback?: string;
}
