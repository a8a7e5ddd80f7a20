import { readSchema } from '@margay/schema';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import { createNormalizer } from './normalizer.ts';

function schemaOf(name: string, script: string, fields: string) {
  const parser =
    script === ''
      ? ''
      : `parser:\n  script:\n    function: |\n      ${script.replaceAll('\n', '\n      ')}\n`;
  const { schema, problems } = readSchema(`${parser}fields:\n${fields}`, { owner: 'user', name });
  if (schema === undefined) throw new Error(JSON.stringify(problems));
  return compileSchema(schema);
}

const pairs = schemaOf(
  'Custom.Pairs',
  'def parse(log):\n  return {k: v for k, v in [p.split("=") for p in log.split(" ")]}',
  '  - { name: user, type: string, required: true }\n  - { name: code, type: int }\n',
);
const endless = schemaOf(
  'Custom.Endless',
  'def parse(log):\n  for i in range(1 << 50):\n    pass\n',
  '  - { name: never, type: string }\n',
);
const json = schemaOf('Custom.Json', '', '  - { name: id, type: bigint, required: true }\n');

const normalize = (schemas: Parameters<typeof createNormalizer>[0]['schemas'], lines: readonly string[]) =>
  createNormalizer({
    schemas,
    source: { id: 's', label: 's', logTypes: schemas.map(({ logType }) => logType) },
  }).normalize(
    lines.map((text) => ({ text })),
    { batchId: 'b'.repeat(32), parseTime: new Date(0) },
  );

describe('a log type with a script', () => {
  it('makes events that go through the schema, and keeps why an entry is none', () => {
    const { events, failures } = normalize([pairs], ['user=ann code=200', 'code=1', 'nothing']);
    expect(events.map(({ event }) => [event['user'], event['code']])).toEqual([['ann', 200]]);
    expect(failures.map(({ error }) => error)).toEqual([
      expect.stringContaining('user'),
      'The script of Custom.Pairs failed at line 2, column 20: 1 values cannot be taken apart into 2 names.',
    ]);
  });

  it('reads JSON, with numbers of any size as they were', () => {
    const exact = schemaOf(
      'Custom.Exact',
      'def parse(log):\n  return json.decode(log)',
      '  - { name: id, type: bigint }\n  - { name: at, type: json }\n',
    );
    const [first] = normalize([exact], ['{"id": 9007199254740993, "at": {"b": [1, 2.5, null]}}']).events;
    expect(first?.event['id']).toBe(9007199254740993n);
  });

  it('that never ends holds up neither other log types of its source nor the next batches', () => {
    const lines = Array.from({ length: 300 }, (_, id) => `{"id": ${id}}`);
    const first = normalize([endless, json], ['no log type reads this', ...lines]);
    expect(first.events).toHaveLength(300);
    const broken = lines.map((line) => line.slice(0, -1));
    const { failures } = normalize([endless, json], broken);
    expect(failures).toHaveLength(300);
    const reasons = failures.map(
      ({ candidates }) => candidates.find(({ logType }) => logType === 'Custom.Endless')?.error,
    );
    expect(reasons[0]).toContain('The script of Custom.Endless was stopped at line 2');
    // On a very busy machine the clock comes first.
    expect(reasons[0]).toMatch(/more than the [\d,]+ steps|longer than the 1000 ms/);
    expect(reasons.at(-1)).toContain(
      'The script of Custom.Endless has used up its time for this batch (20,000,000 steps',
    );
    expect(reasons.at(-1)).toContain('Make the script do less for each entry');
    expect(reasons.filter((reason) => reason?.includes('was stopped')).length).toBeLessThan(100);
    expect(normalize([endless, json], lines).events).toHaveLength(300);
  });
});
