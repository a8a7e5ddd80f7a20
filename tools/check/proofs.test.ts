import { describe, expect, it } from 'vitest';
import type { Way } from '../requirements/ways.ts';
import { proofFaults } from './proofs.ts';

const statements = [
  { id: '001-1.1', kind: 'behaviour' },
  { id: '001-1.2', kind: 'text' },
];
const proof = (id: string, way: Way) => ({ id, file: `a-${way}.test.ts`, way });
const faults = (proofs: ReturnType<typeof proof>[], ...allowed: string[]) =>
  proofFaults(statements, proofs, new Set(allowed));

describe('proofs of statements', () => {
  it('name statements that exist', () =>
    expect(faults([proof('001-9.9', 'server')])).toEqual([
      'a-server.test.ts: there is no requirement 001-9.9',
    ]));

  it('of behaviour are more than a console test', () => {
    expect(faults([proof('001-1.1', 'component')])[0]).toContain('001-1.1 (behaviour)');
    expect(faults([proof('001-1.1', 'component'), proof('001-1.1', 'server')])).toEqual([]);
  });

  it('of a text may be a console test', () => expect(faults([proof('001-1.2', 'component')])).toEqual([]));

  it('that are known to be hollow are let through until they are mended', () => {
    expect(faults([proof('001-1.1', 'component')], '001-1.1')).toEqual([]);
    expect(faults([proof('001-1.1', 'server')], '001-1.1')[0]).toContain('take it off the list');
    expect(faults([], '001-1.1')[0]).toContain('take it off the list');
  });
});
