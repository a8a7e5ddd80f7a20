import type { QuarantineRecord, QuarantineState } from './record.ts';

/** How far the judging of what passed a detection has come. */
export interface CatchUp {
  state: Exclude<QuarantineState, 'QUARANTINED'>;
  /** When the first of the events passed. */
  since: Date;
  passed: number;
  judged: number;
  /** Events nobody judges any more: they had waited too long. */
  tooOld: number;
  matches: number;
  errors: number;
  /** Why it does not go on, and what to do. */
  error: string | null;
}

/** What of a detection's quarantines is still to be judged; when nothing is, how the last one ended. */
export function catchUpOf(quarantines: readonly QuarantineRecord[]): CatchUp | null {
  const over = quarantines.filter(({ state, passed }) => state !== 'QUARANTINED' && passed > 0);
  const open = over.filter(({ completedAt }) => completedAt === null);
  const last = over
    .toSorted((a, b) => (a.completedAt?.getTime() ?? 0) - (b.completedAt?.getTime() ?? 0))
    .at(-1);
  const told = open.length > 0 ? open : last === undefined ? [] : [last];
  const [first] = told;
  if (first === undefined) return null;
  const failed = told.find(({ state }) => state === 'FAILED');
  const state = told.find((record) => record.state === 'CATCHING_UP')?.state ?? failed?.state ?? first.state;
  const sum = (key: 'passed' | 'judged' | 'tooOld' | 'matches' | 'errors') =>
    told.reduce((total, record) => total + record[key], 0);
  if (state === 'QUARANTINED') return null;
  return {
    state,
    since: first.since,
    passed: sum('passed'),
    judged: sum('judged'),
    tooOld: sum('tooOld'),
    matches: sum('matches'),
    errors: sum('errors'),
    error: failed?.error ?? null,
  };
}
