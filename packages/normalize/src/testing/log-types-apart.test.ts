import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../compile-schema.ts';
import { createNormalizer } from '../normalizer.ts';
import { readEmbeddedTests } from '../schema-tests/read-test-cases.ts';
import { entriesOf } from '../schema-tests/run-schema-tests.ts';
import { checkContent, schemaFilesBelow } from './content.ts';

const folder = fileURLToPath(new URL('../../../../content/schemas', import.meta.url));
const shipped = checkContent(schemaFilesBelow(folder)).flatMap(({ schema }) =>
  schema === undefined ? [] : { compiled: compileSchema(schema), tests: schema.extensions['x-tests'] },
);

const formatOf = (logType: string) =>
  shipped.find(({ compiled }) => compiled.logType === logType)?.compiled.sameFormat;

function eventsOf(logType: string, texts: readonly string[]): number {
  const schemas = shipped.flatMap(({ compiled }) => (compiled.logType === logType ? [compiled] : []));
  const source = { id: 'source', label: 'source', logTypes: [logType] };
  const entries = texts.map((text) => ({ text }));
  const batch = createNormalizer({ schemas, source }).normalize(entries, {
    batchId: 'batch',
    parseTime: new Date(Date.UTC(2026, 0, 1)),
  });
  return batch.events.length;
}

it('no shipped schema takes a sample of another log type, whichever are attached together', () => {
  const logTypes = shipped.map(({ compiled }) => compiled.logType);
  let sampleCount = 0;
  const wrong: string[] = [];
  for (const { compiled, tests } of shipped) {
    for (const test of readEmbeddedTests(tests).cases) {
      if (test.expected.kind === 'error') continue;
      sampleCount++;
      const texts = entriesOf(compiled, test);
      for (const other of logTypes) {
        if (
          other === compiled.logType ||
          (compiled.sameFormat !== undefined && formatOf(other) === compiled.sameFormat)
        )
          continue;
        if (eventsOf(other, texts) > 0) wrong.push(`${compiled.logType} "${test.name}" is taken by ${other}`);
      }
    }
  }
  expect(sampleCount).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

it('a line with one more field than the combined format is not taken for it', () => {
  const line = '192.0.2.1 - - [10/Oct/2024:13:55:36 +0000] "GET / HTTP/1.1" 200 12 "-" "curl/8.5.0" "-"';
  expect(eventsOf('Apache.AccessCombined', [line])).toBe(0);
  expect(eventsOf('Nginx.Access', [line])).toBe(1);
});

describe('a stream in the format that Apache and NGINX write alike', () => {
  const line = (user: string, i: number) =>
    `192.0.2.1 - ${user} [10/Oct/2024:13:55:36 +0000] "GET /${i} HTTP/1.1" 200 12 "-" "curl/8.5.0"`;
  const many = Array.from({ length: 30 }, (_, i) => line('-', i));
  /** Only Apache writes the identity that a client claims. */
  const ofApache =
    '192.0.2.1 ident ann [10/Oct/2024:13:55:36 +0000] "GET / HTTP/1.1" 200 12 "-" "curl/8.5.0"';
  /** Only NGINX adds the forwarded address. */
  const ofNginx = `${line('-', 0)} "198.51.100.7"`;

  function logTypesOf(texts: readonly string[], logTypes: readonly string[]) {
    const schemas = shipped.flatMap(({ compiled }) =>
      logTypes.includes(compiled.logType) ? [compiled] : [],
    );
    const source = { id: 'source', label: 'source', logTypes: [...logTypes] };
    const batch = createNormalizer({ schemas, source }).normalize(
      texts.map((text) => ({ text })),
      { batchId: 'batch', parseTime: new Date(Date.UTC(2026, 0, 1)) },
    );
    expect(batch.failures).toEqual([]);
    return Object.fromEntries(Object.entries(batch.perLogType).map(([name, { events }]) => [name, events]));
  }

  it.each([[['Apache.AccessCombined', 'Nginx.Access']], [['Nginx.Access', 'Apache.AccessCombined']]])(
    'is of one log type, the one that takes all of its lines, with %s attached',
    (logTypes) => {
      const halves = [many.slice(0, 15), many.slice(15)] as const;
      expect(logTypesOf([...halves[0], ofApache, ...halves[1]], logTypes)).toEqual({
        'Apache.AccessCombined': 31,
      });
      expect(logTypesOf([...halves[0], ofNginx, ...halves[1]], logTypes)).toEqual({ 'Nginx.Access': 31 });
      expect(logTypesOf(many, logTypes)).toEqual({ [logTypes[0]!]: 30 });
    },
  );

  it('is of one log type but for the lines that only the other takes', () => {
    const logTypes = ['AWS.CloudTrail', 'Nginx.Access', 'Apache.AccessCombined'];
    expect(logTypesOf([...many, ofApache, ofNginx, ofNginx, ...many], logTypes)).toEqual({
      'Nginx.Access': 62,
      'Apache.AccessCombined': 1,
    });
  });
});
