import type { ApartModule } from './confinement.ts';
import type {
  Budgets,
  Run,
  WireContent,
  WireOutcome,
  WireRejection,
  WireStudy,
  WireTest,
} from './messages.ts';

/** Headers of the frames between the server and the child process. Bodies are named beside each. */
export type ServerHeader =
  /** Body: the snapshot, or nothing. */
  | { type: 'init'; settings: ChildSettings }
  /** Body: JSON text of a `WireContent`. `generation` names it for `evaluate` and `retire`. */
  | { type: 'load'; id: number; generation: number }
  | { type: 'retire'; generation: number }
  /**
   * Body: JSON array of events, then the positions as unsigned 32-bit numbers. `isApart`: of rules that are not
   * confined.
   */
  | { type: 'evaluate'; id: number; generation: number; eventBytes: number; runs: Run[]; isApart: boolean }
  /** Body: JSON text of `{ content, groups }`. */
  | { type: 'test'; id: number }
  | { type: 'check'; id: number; body: string; kind: string }
  /** Body: JSON text of `{ content, study }`. */
  | { type: 'study'; id: number }
  /** Answer to a call of a rule. Body: JSON text. */
  | { type: 'answer'; call: number }
  | { type: 'ping' };

export type ChildHeader =
  /** Body: the snapshot just made. */
  | { type: 'snapshot' }
  | { type: 'ready' }
  /** Body: JSON text of the result. */
  | { type: 'result'; id: number }
  | { type: 'failed'; id: number; error: string }
  /** A rule asks; `rule` is its number while evaluating, `request` the request it runs under. */
  | { type: 'call'; call: number; request: number; rule: number; operation: string; arguments: string }
  | { type: 'pong' };

export interface ChildSettings {
  pyodideUrl: string;
  sources: Record<string, string>;
  bootstrap: string;
  glue: string;
  workers: number;
  memoryLimitBytes: number;
  recycleBytes: number;
  readsBodies: boolean;
  makeSnapshot: boolean;
  budgets: Budgets;
}

export interface LoadResult {
  rejected: WireRejection[];
  analyses: { rule: number; text: string }[];
  /** What runs apart from all else, and why. */
  apart: ApartModule[];
}

export interface EvaluateResult {
  outcomes: WireOutcome[];
  hungry: WireOutcome[];
  microseconds: number[];
  waited: number[];
}

export interface TestPayload {
  content: WireContent;
  groups: WireTest[];
}

export interface StudyPayload {
  content: WireContent;
  study: WireStudy;
}
