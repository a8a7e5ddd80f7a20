import { describe, expect, it } from 'vitest';
import { clashingName, faultOfSchemaName, longestTypedName, withCustomPrefix } from './schema-name.ts';

describe('names of custom schemas', () => {
  it.each(['Custom.A12', 'Custom.MyApp', 'Custom.MyApp.Audit', 'Custom.A.B.C.D.E.F'])('takes %s', (name) => {
    expect(faultOfSchemaName(name, 'user')).toBeUndefined();
  });

  it.each([
    'Custom.',
    'Custom.myApp',
    'MyApp.Audit',
    'Custom.My_App',
    'Custom.My-App',
    'Custom..A',
    'Custom.A.',
    'custom.App',
    'Custom.1App',
  ])('[002-5.39] refuses %s', (name) => expect(faultOfSchemaName(name, 'user')?.message).toContain(name));

  it('[002-5.39] takes up to five dots after the prefix', () => {
    expect(faultOfSchemaName('Custom.A.B.C.D.E.F', 'user')).toBeUndefined();
    expect(faultOfSchemaName('Custom.A.B.C.D.E.F.G', 'user')).toBeDefined();
  });

  it('[002-5.36] needs a name', () => {
    expect(faultOfSchemaName('', 'user')?.message).toBe('The schema name is required.');
  });

  it('[002-5.37] [002-9.2] takes at most 248 characters behind the prefix', () => {
    expect(faultOfSchemaName(withCustomPrefix('A'.repeat(longestTypedName)), 'user')).toBeUndefined();
    expect(faultOfSchemaName(withCustomPrefix('A'.repeat(longestTypedName + 1)), 'user')?.remedy).toContain(
      '248',
    );
  });

  it('[002-5.38] takes 3 to 255 characters on the whole', () => {
    expect(faultOfSchemaName('AB', 'managed')?.remedy).toContain('3 to 255');
    expect(faultOfSchemaName('ABC', 'managed')).toBeUndefined();
    expect(faultOfSchemaName('A'.repeat(255), 'managed')).toBeUndefined();
    expect(faultOfSchemaName('A'.repeat(256), 'managed')).toBeDefined();
  });

  it('[002-5.40] finds a clash with the prefix and without regard to case', () => {
    const existing = ['AWS.CloudTrail', 'Custom.MyApp.Audit'];
    expect(clashingName('myapp.AUDIT', existing)).toBe('Custom.MyApp.Audit');
    expect(clashingName('Custom.MyApp.Audit', existing)).toBe('Custom.MyApp.Audit');
    expect(clashingName('MyApp.Other', existing)).toBeUndefined();
    expect(clashingName('AWS.CloudTrail', existing)).toBeUndefined();
  });
});

describe('names of managed schemas', () => {
  it('are free of the prefix', () => {
    expect(faultOfSchemaName('AWS.CloudTrail', 'managed')).toBeUndefined();
    expect(faultOfSchemaName('Custom.MyApp', 'managed')).toBeDefined();
    expect(faultOfSchemaName('AWS CloudTrail', 'managed')).toBeDefined();
  });
});
