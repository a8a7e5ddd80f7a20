import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessKeyOf,
  commonAccess,
  type LogTypeAccess,
  mayReadLogType,
  unrestrictedAccess,
} from './log-type-access.ts';

const logTypes = ['AWS.CloudTrail', 'Okta.SystemLog', 'GCP.AuditLog', 'Zeek.DNS'];
const someTypes = fc
  .subarray(logTypes, { minLength: 1 })
  .chain((names) => fc.shuffledSubarray(names, { minLength: 1 }));
const access: fc.Arbitrary<LogTypeAccess> = fc.oneof(
  fc.constantFrom<LogTypeAccess>({ kind: 'ALLOW_ALL', logTypes: [] }, { kind: 'DENY_ALL', logTypes: [] }),
  fc.record({ kind: fc.constantFrom('ALLOW' as const, 'DENY' as const), logTypes: someTypes }),
);
const names = [...logTypes, 'Another.Type', 'Panther.Audit'];
const readable = (of: LogTypeAccess) => names.filter((name) => mayReadLogType(of, name));

describe('access to log types', () => {
  it('has in common what both let a person read', () => {
    fc.assert(
      fc.property(access, access, (one, other) => {
        const both = readable(one).filter((name) => readable(other).includes(name));
        expect(readable(commonAccess(one, other))).toEqual(both);
      }),
    );
  });

  it('leaves the audit log, which tells of all log types, to whoever is kept from none or is given it', () => {
    const reads = (kind: LogTypeAccess['kind'], ...listed: string[]) =>
      mayReadLogType({ kind, logTypes: listed }, 'Panther.Audit');
    expect(reads('ALLOW_ALL')).toBe(true);
    expect(reads('ALLOW', 'panther.audit')).toBe(true);
    expect(reads('ALLOW', 'Okta.SystemLog')).toBe(false);
    expect(reads('DENY', 'Okta.SystemLog')).toBe(false);
  });

  it('is told by the same text where it is equal, in whatever order and case', () => {
    const listed = (...found: string[]) => accessKeyOf({ kind: 'ALLOW', logTypes: found });
    expect(listed('Okta.SystemLog', 'AWS.CloudTrail')).toBe(listed('aws.cloudtrail', 'OKTA.SystemLog'));
    expect(accessKeyOf(unrestrictedAccess)).toBe('ALLOW_ALL');
    expect(accessKeyOf({ kind: 'DENY_ALL', logTypes: [] })).toBe('DENY_ALL');
  });

  it('is told by another text where it differs', () => {
    fc.assert(
      fc.property(access, access, (one, other) => {
        fc.pre(readable(one).join() !== readable(other).join());
        expect(accessKeyOf(one)).not.toBe(accessKeyOf(other));
      }),
    );
  });
});
