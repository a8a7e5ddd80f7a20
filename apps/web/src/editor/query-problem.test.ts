import { compileSql } from '@margay/query';
import type { Catalog } from '@margay/model';
import { describe, expect, it } from 'vitest';
import { queryProblem } from './query-problem.ts';

const noTables: Catalog = { find: () => undefined, tables: () => [] };

describe('a fault of a query in the editor', () => {
  it('offers the name that was meant, at its place in the text as it is then', () => {
    const [fault] = compileSql('select lowr(1)', noTables, { now: new Date() }).diagnostics;
    const problem = queryProblem(fault!);
    expect(problem.message).toContain('Did you mean "lower"?');
    expect(problem.fixes?.map(({ label }) => label)).toEqual(['Change to lower']);
    expect(problem.fixes?.[0]?.edit('  select lowr(1)', 9, 13)).toEqual([
      { from: 9, to: 13, insert: 'lower' },
    ]);
  });

  it('offers nothing for advice', () => {
    const [fault] = compileSql('select cast(1 as strnig)', noTables, { now: new Date() }).diagnostics;
    expect(fault?.suggestion).toBeDefined();
    expect(queryProblem(fault!).fixes).toBeUndefined();
  });
});
