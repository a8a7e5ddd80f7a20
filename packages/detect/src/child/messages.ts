/** What the supervisor (main thread of the child process) and its Python workers say to each other. */

export interface WorkerSetup {
  pyodideUrl: string;
  /** Dotted module name to source text. */
  sources: Record<string, string>;
  bootstrap: string;
  glue: string;
  memoryLimitBytes: number;
  snapshot: Uint8Array | null;
  makeSnapshot: boolean;
  shared: WorkerShared;
  hostCallMs: number;
}

/** Memory both threads see. */
export interface WorkerShared {
  slot: SharedArrayBuffer;
  interrupt: SharedArrayBuffer;
  reply: SharedArrayBuffer;
}

/** One rule over `positions[start, stop)`. `isSingle`: event by event, each with its own deadline. */
export interface Run {
  rule: number;
  start: number;
  stop: number;
  isSingle: boolean;
  /** Time-outs of this rule earlier in this batch, in an interpreter that is gone. */
  timeouts: number;
}

export interface WireRule {
  number: number;
  id: string;
  body: string;
  kind: string;
  logTypes: string[];
  createAlert: boolean;
  /** Read from its text when it need not run. */
  wantsAnalysis: boolean;
}

export interface WireContent {
  /** `isConfined`: its text shows that it reaches nothing of others; absent while nobody has looked. */
  globals: { id: string; body: string; isConfined?: boolean }[];
  dataModels: {
    id: string;
    body?: string;
    logTypes: string[];
    mappings: { name: string; path?: string; method?: string }[];
    isConfined?: boolean;
  }[];
  rules: WireRule[];
  limits: Record<string, number>;
  /** Nothing is loaded before a detection needs it, and each finds the interpreter as if it were the first. */
  isApart?: boolean;
}

/** What a body's text tells of its reach, see confined.py. */
export interface Confinement {
  /** Why it must run apart from others; null: it is confined. */
  reason: string | null;
  usesModels: boolean;
}

export interface Budgets {
  baseMs: number;
  perEventMs: number;
  capMs: number;
  eventMs: number;
  graceMs: number;
  loadMs: number;
  testMs: number;
  hostCallMs: number;
  timeoutsToPause: number;
}

export interface WireRejection {
  id: string;
  kind: 'rule' | 'global' | 'data-model';
  error: string;
  line?: number;
  column?: number;
  traceback?: string;
}

export interface WireError {
  eventIndex: number;
  error: string;
  traceback?: string;
}

export interface WireOutcome {
  rule: number;
  matches: unknown[];
  errors: WireError[];
  /** How often the rule ran out of time. */
  timeouts: number;
  /** Events of the batch the rule was not run on any more. */
  notEvaluated: number;
}

export interface WireTest {
  rule: WireRule;
  tests: { name: string; expectedResult: boolean; resource: string; mocks: unknown[] }[];
}

/** A closer look at one body. */
export type WireStudy =
  | { kind: 'explain'; rule: WireRule; event: string }
  /** `events`: JSON text of a list. */
  | { kind: 'timing'; rule: WireRule; events: string; budgetMs: number }
  | { kind: 'coverage'; rule: WireRule; tests: WireTest['tests'] }
  | { kind: 'mutants'; rule: WireRule; tests: WireTest['tests']; most: number; budgetMs: number };

export type WorkerRequest =
  /** `excluded`: load steps to leave out. `isFirst`: what runs apart is loaded once, to tell what does not load. */
  | { type: 'load'; content: WireContent; excluded: number[]; loadMs: number; isFirst?: boolean }
  /** `positions` holds unsigned 32-bit numbers. `isCareful`: something was wrong with this batch before. */
  | {
      type: 'evaluate';
      events: Uint8Array;
      positions: Uint8Array;
      runs: Run[];
      isCareful: boolean;
      budgets: Budgets;
    }
  | {
      type: 'test';
      groups: WireTest[];
      from: { group: number; test: number };
      testMs: number;
      loadMs: number;
    }
  | { type: 'check'; body: string; kind: string; loadMs: number }
  /** Bodies by unit; `from` the first one to read. */
  | { type: 'confine'; helpers: Record<string, string>; bodies: string[]; from: number; loadMs: number }
  /** `from`: the first test or mutant to run. */
  | { type: 'study'; study: WireStudy; from: number; testMs: number; loadMs: number }
  /** Be as you were when you were new. The answer: whether that can be kept for others. */
  | { type: 'renew' };

export type WorkerMessage =
  | { type: 'ready'; snapshot: Uint8Array | null }
  /** The interpreter cannot be used any more. */
  | { type: 'failed'; error: string }
  /** `sequence` of the call that brought it, `characters` of its text. */
  | { type: 'outcome'; outcome: WireOutcome; sequence: number; characters: number }
  | { type: 'rejected'; rejection: WireRejection }
  | { type: 'analysis'; rule: number; text: string }
  /** JSON texts: of helper modules to reasons, and of the `Confinement` of one body. */
  | { type: 'confined-helpers'; text: string }
  | { type: 'confinement'; unit: number; text: string }
  | { type: 'test-result'; group: number; test: number; text: string }
  /** One piece of a study: of the test or mutant of this place; -1: of the whole. */
  | { type: 'study-part'; index: number; text: string }
  | { type: 'done'; result: unknown; heapBytes: number }
  | { type: 'call'; sequence: number; operation: string; arguments: string };
