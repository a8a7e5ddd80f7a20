import type { Budgets, WorkerMessage } from './messages.ts';
import { type CallHandler, WorkerLost } from './python-worker.ts';
import type { StudyPayload } from './requests.ts';
import { failedPart } from './study.ts';
import type { WorkerSource } from './worker-source.ts';

/** Pieces of a study as JSON text: of the whole, and by test or mutant. */
export interface StudyParts {
  whole: string;
  parts: string[];
}

/** Interpreters one study may take down. */
const mostLosses = 10;

/**
 * Runs a study in an interpreter of its own, made as new afterwards as after unit tests. A changed body that takes the
 * interpreter down counts as noticed, and the study goes on with the next one.
 */
export async function runStudyApart(
  source: WorkerSource,
  { content, study }: StudyPayload,
  budgets: Budgets,
  onCall: CallHandler,
): Promise<StudyParts> {
  const result: StudyParts = { whole: '', parts: [] };
  const collect = (message: WorkerMessage) => {
    if (message.type !== 'study-part') return;
    if (message.index < 0) result.whole = message.text;
    else result.parts[message.index] = message.text;
  };
  const { loadMs, testMs } = budgets;
  const endsAt = performance.now() + (study.kind === 'mutants' ? study.budgetMs : 0);
  let from = 0;
  for (let losses = 0; ; losses++) {
    const worker = await source.take();
    try {
      const bare = { ...content, isApart: true };
      await worker.request({ type: 'load', content: bare, excluded: [], loadMs }, () => undefined, onCall);
      const left = study.kind === 'mutants' ? { ...study, budgetMs: endsAt - performance.now() } : study;
      await worker.request({ type: 'study', study: left, from, testMs, loadMs }, collect, onCall);
      return result;
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      const place = error.call?.isSingle === true ? error.call.position : -1;
      const reason = error.isTimeout ? `TimeoutError: it took longer than ${testMs} ms` : error.message;
      if (study.kind === 'explain' || study.kind === 'timing' || place < 0 || losses >= mostLosses) {
        if (result.whole === '') result.whole = failedPart(reason);
        return result;
      }
      if (study.kind === 'mutants') result.parts[place] = JSON.stringify({ killedBy: reason });
      from = place + 1;
    } finally {
      source.giveBack(worker);
    }
  }
}
