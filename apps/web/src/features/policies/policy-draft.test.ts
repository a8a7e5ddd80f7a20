import { describe, expect, it } from 'vitest';
import { draftTest } from '../../editor/unit-tests/unit-test.ts';
import { faultsOf, inputOf, isSameDraft, newDraft, newTest } from './policy-draft.ts';

describe('a policy while it is edited', () => {
  it('sends what a person meant', () => {
    const draft = {
      ...newDraft(),
      id: ' AWS.S3.Encrypted ',
      reports: [
        { key: 'CIS', value: '2.1, 2.2,' },
        { key: '', value: 'x' },
      ],
      tests: [draftTest({ ...newTest([]), mocks: [{ objectName: '', returnValue: 'x' }] })],
    };
    expect(inputOf(draft, { isNew: true })).toMatchObject({
      id: 'AWS.S3.Encrypted',
      displayName: 'AWS.S3.Encrypted',
      isNew: true,
      reports: [{ key: 'CIS', values: ['2.1', '2.2'] }],
      tests: [{ name: 'Test 1', mocks: [] }],
    });
  });

  it('knows when nothing changed', () => {
    const draft = newDraft();
    expect(isSameDraft(draft, structuredClone(draft))).toBe(true);
    expect(isSameDraft(draft, { ...draft, severity: 'LOW' })).toBe(false);
  });

  it('names what keeps it from being saved', () => {
    const one = draftTest(newTest([]));
    const two = draftTest(newTest([]));
    const faults = faultsOf({ ...newDraft(), tests: [one, two, { ...one, key: 'k', name: ' ' }] });
    expect(faults).toEqual({
      id: expect.any(String),
      [one.key]: 'No duplicate test names',
      [two.key]: 'No duplicate test names',
      k: expect.any(String),
    });
    expect(faultsOf({ ...newDraft(), id: 'a<b' })['id']).toContain('none of');
  });

  it('gives a new test a name nobody has', () => {
    expect(newTest([newTest([])]).name).toBe('Test 2');
  });
});
