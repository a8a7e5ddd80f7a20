import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileSchema } from '../compile-schema.ts';
import { createNormalizer } from '../normalizer.ts';
import { readEmbeddedTests } from '../schema-tests/read-test-cases.ts';
import { entriesOf } from '../schema-tests/run-schema-tests.ts';
import { checkContent, schemaFilesBelow } from './content.ts';

const folder = fileURLToPath(new URL('../../../../content/schemas', import.meta.url));
const shipped = checkContent(schemaFilesBelow(folder)).flatMap(({ schema }) =>
  schema === undefined ? [] : { compiled: compileSchema(schema), tests: schema.extensions['x-tests'] },
);

/** Both servers write this format letter by letter alike; who attaches both must say by the source which one it is. */
const sameFormat = ['Apache.AccessCombined', 'Nginx.Access'];

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
          [other, compiled.logType].every((name) => sameFormat.includes(name))
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
