import { defineFunction } from './define.ts';

export const modeFunction = defineFunction({
  name: 'mode',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  placesWindow: true,
  returns: (args) => args[0]!,
  doc: 'The most frequent value, nulls left out.',
  examples: [
    { sql: 'mode(4)', value: 4 },
    { sql: 'mode(NULL)', value: null },
  ],
  // Values with their counts, sorted by value, so that of equally frequent ones the first wins.
  clickhouse: ([x], over) => {
    const counts = `sumMapIf([assumeNotNull(${x!.sql})], [toUInt64(1)], isNotNull(${x!.sql}))${over}`;
    return `arrayElementOrNull(tupleElement(${counts}, 1), indexOf(tupleElement(${counts}, 2), arrayMax(tupleElement(${counts}, 2))))`;
  },
});
