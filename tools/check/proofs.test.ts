import { describe, expect, it } from 'vitest';
import type { Proof } from '../requirements/proofs.ts';
import type { Way } from '../requirements/ways.ts';
import { proofFaults } from './proofs.ts';

const statements = [
  { id: '001-1.1', kind: 'permission', check: 'unit' },
  { id: '001-1.2', kind: 'text', check: 'unit' },
  { id: '001-1.3', kind: 'field', check: 'api' },
];
const proof = (id: string, way: Way, over: Partial<Proof> = {}): Proof => ({
  id,
  file: 'a.test.ts',
  line: 7,
  title: `[${id}] is so`,
  way,
  standing: 'runs',
  asserts: true,
  idCount: 1,
  ...over,
});
const faults = (proofs: Proof[], ...allowed: string[]) => proofFaults(statements, proofs, new Set(allowed));

describe('proofs of statements', () => {
  it('name statements that exist', () =>
    expect(faults([proof('001-9.9', 'server')])).toEqual(['a.test.ts:7: there is no requirement 001-9.9']));

  it.each(['function', 'component', 'engine'] as const)(
    'of what the server decides are more than a %s',
    (way) => {
      expect(faults([proof('001-1.1', way)])).toEqual([expect.stringContaining('001-1.1 (permission)')]);
      expect(faults([proof('001-1.3', way)])).toEqual([expect.stringContaining('001-1.3 (field)')]);
    },
  );

  it.each(['server', 'command line', 'browser'] as const)(
    'of what the server decides may be a %s test',
    (way) => expect(faults([proof('001-1.1', 'component'), proof('001-1.1', way)])).toEqual([]),
  );

  it('of a text may be a console test', () => expect(faults([proof('001-1.2', 'component')])).toEqual([]));

  it('that are known to leave the server out are let through until they are mended', () => {
    expect(faults([proof('001-1.1', 'function')], '001-1.1')).toEqual([]);
    expect(faults([proof('001-1.1', 'server')], '001-1.1')[0]).toContain('take it off the list');
    expect(faults([], '001-1.1')[0]).toContain('take it off the list');
  });

  it('assert, run, and stand in titles of three ids at most', () => {
    expect(faults([proof('001-1.2', 'component', { asserts: false })])[0]).toContain('asserts nothing');
    expect(faults([proof('001-1.2', 'component', { standing: 'never runs' })])[0]).toContain('never runs');
    expect(faults([proof('001-1.2', 'component', { idCount: 3 })])).toEqual([]);
    expect(faults([proof('001-1.2', 'component', { idCount: 4 })])[0]).toContain('split the test');
  });

  it('by the server that assert nothing are none', () =>
    expect(faults([proof('001-1.1', 'function'), proof('001-1.1', 'server', { asserts: false })])).toEqual([
      expect.stringContaining('asserts nothing'),
      expect.stringContaining('001-1.1 (permission)'),
    ]));
});
