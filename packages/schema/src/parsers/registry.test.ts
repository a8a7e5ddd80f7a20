import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsers } from './index.ts';
import { faultsOf } from './testing.ts';

/** Files of this folder that are no parser of their own. */
const parts = [
  'csv-line',
  'csv-records',
  'fastmatch-pattern',
  'grok',
  'grok-patterns',
  'index',
  'linear-regex',
  're2-program',
  're2-runner',
  're2-tables',
  'script-budget',
  'testing',
  'text-options',
  'text-parser',
];

describe('the parsers', () => {
  it('are csv, fastmatch, regex and script, beside plain JSON', () => {
    expect(Object.keys(parsers)).toEqual(['csv', 'fastmatch', 'native', 'regex', 'script']);
  });

  it('are all listed', () => {
    const files = readdirSync(import.meta.dirname).flatMap(
      (name) => /^([a-z0-9-]+)\.ts$/.exec(name)?.[1] ?? [],
    );
    const missing = files.filter((file) => !parts.includes(file) && !Object.hasOwn(parsers, file));
    const lines = missing.map((file) => `add to parsers in index.ts: ${file}: ${file}Parser,`);
    expect(lines).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
  });

  it('carry the kind they are listed under', () => {
    for (const [kind, parser] of Object.entries(parsers)) expect(parser.kind).toBe(kind);
  });

  it('come one to a schema', () => {
    expect(faultsOf('csv: { hasHeader: true }\n    fastmatch: { match: ["%{a} x"] }')[0]).toContain(
      'exactly one parser',
    );
    expect(faultsOf('xml: {}')[0]).toContain('"xml"');
    expect(faultsOf('csv:')[0]).toContain('has no settings');
  });
});
