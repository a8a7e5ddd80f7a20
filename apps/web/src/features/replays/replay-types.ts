import type { ResultOf } from '../../lib/graphql/gql.ts';
import type { alertFields, counts, live, oneDocument, replayFields } from './replay-documents.ts';

/** A stored event. */
export type ReplayEvent = ReplayAlert['examples'][number];

/** An alert a replay would have made. It was never delivered and is not among the real ones. */
export type ReplayAlert = ResultOf<typeof alertFields>;

/** Against the saved version over the same events. */
export type AlertChange = 'new' | 'same' | 'gone';

export interface ComparedAlert extends ReplayAlert {
  /** Undefined where there is nothing to compare with. */
  change?: AlertChange | undefined;
}

export type ReplayCounts = ResultOf<typeof counts>;

export type ReplaySlice = ReplayOutcome['histogram'][number];

export type ReplayRuleError = ReplayOutcome['errors'][number];

export type ReplayOutcome = LiveReplayResult['changed'];

export type ReplayComparison = NonNullable<LiveReplayResult['comparison']>;

export type LiveReplayResult = NonNullable<LiveReplay['result']>;

export type LiveReplay = ResultOf<typeof live>;

export const replayStates = [
  'EVALUATION_IN_PROGRESS',
  'COMPUTATION_IN_PROGRESS',
  'DONE',
  'CANCELED',
  'ERROR_EVALUATION',
  'ERROR_COMPUTATION',
] as const;
export type ReplayState = (typeof replayStates)[number];

export type ReplaySummary = Replay['summary'];

/** A saved rule over stored events, in the background. */
export type Replay = ResultOf<typeof replayFields>;

export type ReplayDetails = NonNullable<ResultOf<typeof oneDocument>['replay']>;

export const isRunning = ({ state }: Pick<Replay, 'state'>): boolean =>
  state === 'EVALUATION_IN_PROGRESS' || state === 'COMPUTATION_IN_PROGRESS';
