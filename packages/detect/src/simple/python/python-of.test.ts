import { corpusPath, pushOrLong } from '@margay/kit/testing';
import type { PythonRule, SimpleDetection } from '@margay/model';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createDetectEngine } from '../../engine.ts';
import { pythonRule } from '../../testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions } from '../../testing/events.ts';
import { events, simpleDetections } from '../../testing/simple-arbitraries.ts';
import { simpleCases } from '../../testing/simple-corpus.ts';
import { pythonOf } from './python-of.ts';

const engine = createDetectEngine({ ...quickOptions, limits: { text: 60, dedup: 60 } });
afterAll(() => engine.close());

/** The same detection twice: judged here, and converted. */
function twins(simple: SimpleDetection, number: number): PythonRule[] {
  const { value, faults } = pythonOf(simple);
  if (faults) throw new Error(JSON.stringify(faults));
  return [pythonRule(`${number}.simple`, '', { simple }), pythonRule(`${number}.python`, value)];
}

interface Saying {
  title?: string;
  dedup?: string;
  severity?: string;
  context: unknown;
}

/** What each sort said, by number and event. */
async function sayings(
  detections: SimpleDetection[],
  list: unknown[],
): Promise<Record<'simple' | 'python', Map<string, Saying>>> {
  const { rejected } = await engine.load(contentOf(detections.flatMap(twins), { revision: ++revision }));
  expect(rejected).toEqual([]);
  const { matches, errors } = await engine.evaluate(batchOf(list));
  expect(errors).toEqual([]);
  const said = { simple: new Map<string, Saying>(), python: new Map<string, Saying>() };
  for (const { ruleId, eventIndex, title, dedup, severity, contextJson, functionErrors } of matches) {
    expect(functionErrors).toBeUndefined();
    const [number, sort] = ruleId.split('.');
    const context: unknown = contextJson === undefined ? undefined : JSON.parse(contextJson);
    const fallBack = dedup?.startsWith('defaultDedupString:') ? 'default' : dedup;
    said[sort as 'simple' | 'python'].set(`${number} ${eventIndex}`, {
      title,
      dedup: fallBack,
      severity,
      context,
    });
  }
  return said;
}
let revision = 0;

describe('a converted detection', () => {
  it('says the same as the original, whatever the two are', async () => {
    let matches = 0;
    const batch = fc.tuple(
      fc.array(simpleDetections, { minLength: 40, maxLength: 40 }),
      fc.array(events, { minLength: 60, maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(batch, async ([detections, list]) => {
        const { simple, python } = await sayings(detections, list);
        expect(Object.fromEntries(simple)).toEqual(Object.fromEntries(python));
        matches += simple.size;
      }),
      { numRuns: pushOrLong(4, 24), endOnFailure: true },
    );
    expect(matches).toBeGreaterThan(1000);
  }, 240_000);

  it('says the same about addresses as the ipaddress module', async () => {
    const conditions = [
      'IsIPAddress',
      'IsIPv4Address',
      'IsIPv6Address',
      'IsIPAddressPublic',
      'IsIPAddressPrivate',
    ];
    const networks = ['10.0.0.0/8', '10.1.2.3/12', '::/0', '2001:db8::/33', 'fe80::/10', '8.8.8.8'];
    const detections = [
      ...conditions.map((Condition) => ({ detection: [{ Key: 'ip', Condition }] })),
      ...networks.map((Value) => ({ detection: [{ Key: 'ip', Condition: 'IsIPAddressInCIDR', Value }] })),
    ];
    const special = [
      '0 10 100.64 100.127 127 169.254 172.16 172.31 172.32 192.0 192.168 198.18 198.19 198.20 224 240',
    ]
      .flatMap((line) => line.split(' '))
      .flatMap((start) => [
        `${start}.0.0.0.0`.split('.').slice(0, 4).join('.'),
        `${start}.9.9.9`.split('.').slice(0, 4).join('.'),
      ]);
    const groups = fc.constantFrom(
      '',
      '0',
      '1',
      '2',
      '20',
      '30',
      '64',
      '112',
      '2001',
      '2002',
      '3fff',
      'db8',
      'ffff',
      'fe80',
      'fc00',
      'ff9b',
    );
    const texts = fc.sample(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6(),
        fc.array(groups, { minLength: 2, maxLength: 9 }).map((parts) => parts.join(':')),
        fc.ipV4().map((ip) => `::ffff:${ip}`),
        fc.constantFrom(
          ...special,
          '192.0.0.8',
          '192.0.0.9',
          '192.0.0.10',
          '192.0.2.1',
          '198.51.100.1',
          '203.0.113.1',
        ),
        fc.constantFrom(
          '::ffff:0:1',
          '64:ff9b:1::1',
          '64:ff9b::1',
          '100::1',
          '2001:4:112::1',
          '2001:1::1',
          '2001:3::',
        ),
        fc.constantFrom(
          '01.2.3.4',
          '1.2.3',
          ' 1.2.3.4',
          '1.2.3.4/8',
          'fe80::1%eth0',
          'fe80::1%',
          'fe80::1%a%b',
          '::%a/4',
        ),
      ),
      2000,
    );
    const { simple, python } = await sayings(
      detections,
      texts.map((ip) => ({ ip })),
    );
    expect(Object.fromEntries(simple)).toEqual(Object.fromEntries(python));
    expect(simple.size).toBeGreaterThan(1000);
  });

  it('says the same about texts that may spell numbers, and about numbers beyond 2^53', async () => {
    const detections = [
      'IsGreaterThan',
      'IsGreaterThanOrEqual',
      'IsLessThan',
      'IsLessThanOrEquals',
      'Equals',
      'IsIn',
    ].flatMap((Condition) =>
      [0, 7.5, '5', 9007199254740993n, '9007199254740993', '1e400'].map((Value) => ({
        detection: [{ Key: 'n', Condition, ...(Condition === 'IsIn' ? { Values: [Value] } : { Value }) }],
      })),
    );
    const spellings = [
      '5',
      '+5',
      '-0',
      '5.',
      '.5',
      '.',
      '1e2',
      '1E+2',
      '1e',
      'inf',
      'nan',
      '1_0',
      ' 5',
      '５',
      '0x10',
      '9'.repeat(101),
    ];
    const raw = [
      '9007199254740992',
      '9007199254740993',
      '9007199254740994',
      '1.0',
      '1e400',
      '-0.0',
      '7.5',
      'true',
      'null',
    ];
    const json = `[${[...spellings.map((text) => JSON.stringify(text)), ...raw].map((n) => `{"n":${n}}`).join(',')}]`;
    await engine.load(contentOf(detections.flatMap(twins), { revision: ++revision }));
    const count = spellings.length + raw.length;
    const { matches } = await engine.evaluate({
      logType: 'AWS.CloudTrail',
      json: new TextEncoder().encode(json),
      count,
    });
    const of = (sort: string) =>
      matches
        .filter(({ ruleId }) => ruleId.endsWith(sort))
        .map(({ ruleId, eventIndex }) => `${ruleId.split('.')[0]} ${eventIndex}`)
        .sort();
    expect(of('simple')).toEqual(of('python'));
    expect(of('simple').length).toBeGreaterThan(100);
  });

  it('may be as deep as a detection may be', async () => {
    const deep = (depth: number): object =>
      depth === 0
        ? { Key: 'a', Condition: 'Exists' }
        : { None: [{ Key: 'list', Condition: 'NoElement', Expressions: [deep(depth - 2)] }] };
    const detections = [{ detection: [deep(48)] }];
    const { simple, python } = await sayings(detections, [{ a: 1 }, { list: [{}] }, {}]);
    expect(Object.fromEntries(simple)).toEqual(Object.fromEntries(python));
  });

  it.skipIf(corpusPath('simple-detection-tests.jsonl.gz') === undefined)(
    'says the same about every public test event (skipped: no corpus)',
    async () => {
      const cases = simpleCases()!;
      const { simple, python } = await sayings(
        cases.map((entry) => entry.simple),
        cases.map(({ event }) => event),
      );
      expect(Object.fromEntries(simple)).toEqual(Object.fromEntries(python));
      expect(simple.size).toBeGreaterThan(cases.length);
    },
  );

  it('carries only the helpers it needs', () => {
    const { value } = pythonOf({
      detection: [{ Key: 'eventName', Condition: 'Equals', Value: 'ConsoleLogin' }],
      alertTitle: 'Login',
    });
    expect(value).toBe(
      'def rule(event):\n    return event.get("eventName") == "ConsoleLogin"\n\n\ndef title(event):\n    return "Login"\n',
    );
  });
});
