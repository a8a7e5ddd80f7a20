import { countOf } from '../../lib/format-number.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { keyOf } from './indicator-input.tsx';
import type { LatelyHits, ValueHits } from './queries.ts';

/** What the last 180 days hold of the indicators that the time searched has none of. */
export function hitsElsewhere(
  values: readonly ValueHits[] | undefined,
  lately: readonly LatelyHits[] | undefined,
): LatelyHits[] {
  const missing = new Set((values ?? []).filter(({ count }) => count === 0).map(keyOf));
  return (lately ?? []).filter((hit) => hit.count > 0 && missing.has(keyOf(hit)));
}

/** Says that a longer time holds what this one does not, and takes it. */
export function Elsewhere({ hits, onLonger }: { hits: readonly LatelyHits[]; onLonger: () => void }) {
  if (hits.length === 0) return null;
  const total = hits.reduce((sum, { count }) => sum + count, 0);
  const last = hits
    .map(({ lastSeen }) => lastSeen ?? '')
    .toSorted()
    .at(-1);
  const [only] = hits;
  return (
    <Note
      tone="info"
      action={
        <Button size="sm" onClick={onLonger}>
          Search the last 6 months
        </Button>
      }
    >
      {hits.length === 1 ? <code>{only?.value}</code> : countOf(hits.length, 'indicator')}: 0 in this time,{' '}
      {countOf(total, 'event')} in the last 180 days
      {last ? (
        <>
          , last <Time at={last} format="compact" />
        </>
      ) : null}
      .
    </Note>
  );
}
