import type { FlowCompletions } from './completion-items.ts';
import { ranked } from './completion-items.ts';
import { completeText } from './complete-text.ts';
import { sourceCandidates } from './complete-source.ts';
import { stageCandidates, stageWordCandidates } from './complete-stage.ts';
import type { FlowKnowledge } from './knowledge.ts';
import { placeAt } from './place.ts';
import { scopeAt } from './stage-place.ts';

/**
 * What may be typed at an offset (UTF-16 units), best first; undefined where there is nothing to say, for instance in a
 * comment. Works on any text, broken ones too.
 */
export function completionsAt(
  text: string,
  offset: number,
  knowledge: FlowKnowledge,
): FlowCompletions | undefined {
  const place = placeAt(text, offset);
  if (place.isInComment || place.isBeforeValue) return undefined;
  const { current } = place;
  const scope = scopeAt(place, knowledge);
  if (current?.kind === 'text') return completeText(text, offset, place, scope);
  const [start, end] = current ? [current.span.start, current.span.end] : [offset, offset];
  const typed = text.slice(start, offset);
  const slot = { place, scope, typed };
  const { candidates, pendingField } =
    place.pipe === undefined
      ? sourceCandidates(slot)
      : place.count === place.pipe + 1
        ? { candidates: stageWordCandidates() }
        : stageCandidates(slot);
  const items = ranked(candidates, typed);
  if (items.length === 0 && pendingField === undefined) return undefined;
  return { start, end, items, ...(pendingField !== undefined && { pendingField }) };
}
