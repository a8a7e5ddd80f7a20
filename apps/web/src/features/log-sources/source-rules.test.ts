import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelopeWarning, labelFault, logTypesFault, retiredLogTypes } from './source-rules.ts';

const others = [{ integrationLabel: 'Okta production', ingestionType: 'HTTP' }];

describe('label of a log source', () => {
  it('[002-5.1] is required', () => {
    expect(labelFault('', 'HTTP', [])).toBe('This field is required');
    expect(labelFault('  ', 'HTTP', [])).toBe('This field is required');
  });

  it('[002-5.3] [002-9.1] has at most 36 characters', () => {
    expect(labelFault('a'.repeat(36), 'HTTP', [])).toBeUndefined();
    expect(labelFault('a'.repeat(37), 'HTTP', [])).toBe('Must be at most 36 characters');
  });

  it('[002-5.2] holds letters, digits, dashes and spaces only', () => {
    expect(labelFault('Web tier-2', 'HTTP', [])).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (text) => {
        const isClean = /^[A-Za-z0-9 -]+$/.test(text) && text.trim() !== '';
        expect(labelFault(text, 'HTTP', []) === undefined).toBe(isClean);
      }),
    );
  });

  it('[002-5.4] differs from other sources of the same method, whatever the case', () => {
    const taken = 'You already have a Log Pulling source with the same label';
    expect(labelFault('okta PRODUCTION', 'HTTP', others)).toBe(taken);
    expect(labelFault('Okta production', 'S3', others)).toBeUndefined();
  });
});

describe('log types of a source', () => {
  it('[002-5.23] keeps AWS.SecurityFindingFormat alone', () => {
    expect(logTypesFault(['AWS.SecurityFindingFormat'])).toBeUndefined();
    expect(logTypesFault(['AWS.SecurityFindingFormat', 'AWS.ALB'])).toBe(
      'AWS.SecurityFindingFormat cannot be combined with other log types',
    );
    expect(logTypesFault([])).toBe('This field is required');
  });

  it('offers no new source Crowdstrike.Unknown', () => {
    expect(retiredLogTypes.has('Crowdstrike.Unknown')).toBe(true);
  });
});

describe('envelope field', () => {
  it('[002-5.22] warns of nested names', () => {
    const warning = 'Nested fields are not supported. Please ensure the field is at the root';
    for (const field of ['a.b', 'a[0]', '$a']) expect(envelopeWarning(field)).toBe(warning);
    expect(envelopeWarning('Records')).toBeUndefined();
  });
});
