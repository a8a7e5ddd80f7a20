import type { DetectEngine } from '@margay/detect';
import { MargayError } from '@margay/kit';
import type { EventObject } from '@margay/model';
import { parseLogJson } from '@margay/schema';
import type { Findings } from '../../../findings/index.ts';
import { bookStatistics } from '../../../pipeline/rule-statistics.ts';
import { readPassed, type ReadPassedDeps } from './read-passed.ts';
import type { PassedPart } from './record.ts';

/** Lets the one rule an engine has loaded judge the events of these parts, as if each came when it passed. */
export async function judgePassed(
  deps: ReadPassedDeps & { engine: DetectEngine },
  parts: readonly PassedPart[],
  signal: AbortSignal,
): Promise<Pick<Findings, 'matches' | 'errors'>> {
  const matches: Findings['matches'] = [];
  const errors: Findings['errors'] = [];
  for await (const { logType, texts, passedAt } of readPassed(deps, parts, signal)) {
    const json = new TextEncoder().encode(`[${texts.join(',')}]`);
    const evaluation = await deps.engine.evaluate({ logType, json, count: texts.length });
    signal.throwIfAborted();
    // A page the engine gave up on is not decided.
    const gaveUp = evaluation.errors.find(({ eventIndex }) => eventIndex < 0);
    if (gaveUp !== undefined || evaluation.skipped.length > 0)
      throw new MargayError(
        'limit',
        `It ran out of time on the events that passed${gaveUp === undefined ? '' : ` (${gaveUp.error})`}. Make it quicker and save it, and they are judged by the new text.`,
        { code: 'RuleTooSlow' },
      );
    // Its cost is not one of the live stream: only what it found is counted.
    bookStatistics({ ...evaluation, considered: [], perRule: [] }, deps.now);
    const eventAt = (index: number) => parseLogJson(texts[index] ?? '{}') as EventObject; // made by ourselves
    const cameAt = (index: number) => passedAt[index] ?? deps.now;
    for (const match of evaluation.matches)
      matches.push({ match, event: eventAt(match.eventIndex), cameAt: cameAt(match.eventIndex) });
    for (const error of evaluation.errors)
      errors.push({ error, event: eventAt(error.eventIndex), cameAt: cameAt(error.eventIndex) });
  }
  return { matches: matches.toSorted(byTime), errors: errors.toSorted(byTime) };
}

const byTime = (a: { cameAt?: Date }, b: { cameAt?: Date }) =>
  (a.cameAt?.getTime() ?? 0) - (b.cameAt?.getTime() ?? 0);
