import { defineFunction } from './define.ts';
import { shareFault } from './share.ts';

export const percentileDiscFunction = defineFunction({
  name: 'percentile_disc',
  kind: 'aggregate',
  ordered: 'value',
  placesWindow: true,
  params: [
    { name: 'x', type: 'any' },
    { name: 'share', type: 'literalNumber' },
    { name: 'direction', type: 'literalText', optional: true },
  ],
  returns: (args) => args[0]!,
  doc: 'The first of the sorted values that has so large a share of them up to it: PERCENTILE_DISC(share) WITHIN GROUP (ORDER BY x).',
  examples: [{ sql: 'percentile_disc(0.9) WITHIN GROUP (ORDER BY 4)', value: 4 }],
  check: ([, share]) => shareFault(share),
  clickhouse: ([x, share, direction], over) => {
    const values = `groupArray(${x!.sql})${over}`;
    const sort = direction?.constant === 'desc' ? 'arrayReverseSort' : 'arraySort';
    const place = `toInt64(ceil(${Number(share!.constant)} * length(${values})))`;
    return `arrayElementOrNull(${sort}(${values}), greatest(1, ${place}))`;
  },
});
