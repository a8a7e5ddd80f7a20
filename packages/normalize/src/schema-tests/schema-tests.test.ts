import { readSchema } from '@margay/schema';
import { describe, expect, it } from 'vitest';
import { compileText } from '../testing/normalize-one.ts';
import { isTestFile, readEmbeddedTests, readTestDocuments } from './read-test-cases.ts';
import { runEmbeddedTests, runSchemaTests } from './run-schema-tests.ts';

const yaml = `
schema: Test.Log
fields:
  - { name: ip, type: string, indicators: [ip] }
  - { name: id, type: bigint, required: true }
`;

function run(tests: string) {
  const { schema, problems } = readSchema(`${yaml}x-tests:\n${tests}`, { owner: 'managed' });
  if (schema === undefined) throw new Error(problems[0]?.message);
  return runEmbeddedTests(schema).map(({ name, passed, differences }) =>
    passed ? `${name}: passed` : `${name}: ${differences.join('; ')}`,
  );
}

describe('embedded tests', () => {
  it('pass when the row is as expected', () => {
    expect(
      run(`
  - name: typical
    input: '{"ip":"192.0.2.1","id":9223372036854775807}'
    result: { ip: 192.0.2.1, id: 9223372036854775807, p_log_type: Test.Log, p_any_ip_addresses: [192.0.2.1] }
  - name: several
    input: "{\\"id\\":1}\\n{\\"id\\":2}"
    results: [{ id: 1, p_log_type: Test.Log }, { id: 2, p_log_type: Test.Log }]
  - { name: no match, input: '{"ip":"x"}', error: true }
`),
    ).toEqual(['typical: passed', 'several: passed', 'no match: passed']);
  });

  it('fail with each difference named', () => {
    expect(
      run(`
  - { name: value, input: '{"id":1,"ip":"192.0.2.1"}', result: { id: 2, p_log_type: Test.Log } }
  - { name: count, input: '{"id":1}', results: [] }
  - { name: refused, input: '{}', result: { id: 1 } }
  - { name: accepted, input: '{"id":1}', error: true }
  - { name: broken }
`),
    ).toEqual([
      'broken: "input" must be text: the raw entry, usually after "|-".',
      'value: id: expected 2, got 1; ip: expected nothing, got "192.0.2.1"; p_any_ip_addresses: expected nothing, got ["192.0.2.1"]',
      'count: expected 0 rows, got 1',
      'refused: the entry does not match: The field "id" is required.',
      'accepted: expected no match, but the entry was accepted',
    ]);
  });

  it('must be a list', () => {
    expect(readEmbeddedTests('x').faults[0]?.message).toContain('must be a list');
    expect(readEmbeddedTests(undefined)).toEqual({ cases: [], faults: [] });
  });
});

describe('test files', () => {
  const text = `name: one
logType: Test.Log
input: '{"id":5,"ip":"192.0.2.1"}'
result: '{"id":5,"ip":"192.0.2.1","p_log_type":"{{.LogType}}","p_row_id":"any","p_any_ip_addresses":["192.0.2.1"]}'
---
name: two
LogType: Test.Log
Input: '{"id":5}'
Results: ['{"id":6,"p_log_type":"Test.Log"}']
`;

  it('are told from schemas by their first document', () => {
    expect(isTestFile(text)).toBe(true);
    expect(isTestFile(yaml)).toBe(false);
  });

  it('run one case per document', () => {
    const { cases, faults } = readTestDocuments(text);
    expect(faults).toEqual([]);
    const results = runSchemaTests(compileText(yaml), cases);
    expect(results.map(({ passed }) => passed)).toEqual([true, false]);
    expect(results[1]?.differences).toEqual(['id: expected 6, got 5']);
  });

  it('name what is missing', () => {
    expect(readTestDocuments('name: x\ninput: y\n').faults[0]?.message).toContain('logType');
    expect(readTestDocuments('a: [').faults[0]?.message).toContain('not valid YAML');
  });

  it('an empty result means that nothing may come out', () => {
    const schema = compileText(
      'parser: { fastmatch: { match: ["%{a} x"], skipPrefix: "#" } }\nfields: [{ name: a, type: string }]',
    );
    const { cases } = readTestDocuments(
      '{ name: comment, logType: Test.Log, input: "# x" }\n---\n{ name: line, logType: Test.Log, input: "1 x" }',
    );
    expect(runSchemaTests(schema, cases).map(({ passed }) => passed)).toEqual([true, false]);
  });

  it('a csv header in the input is a line of the stream', () => {
    const schema = compileText('parser: { csv: { hasHeader: true } }\nfields: [{ name: a, type: int }]');
    const { cases } = readTestDocuments(
      '{ name: csv, logType: Test.Log, input: "a,b\\n1,2\\n", result: { a: 1, p_log_type: Test.Log } }',
    );
    expect(runSchemaTests(schema, cases)).toMatchObject([{ passed: true }]);
  });
});
