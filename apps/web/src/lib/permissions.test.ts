import { permissions } from '@margay/auth/permissions';
import { describe, expect, it } from 'vitest';
import { isPermitted, normalisePermissions, permissionsText } from './permissions.ts';

describe('permissions', () => {
  it('[000-6.6] lets a Modify permission imply the matching Read', () => {
    expect(normalisePermissions(['AlertModify'])).toEqual(new Set(['AlertModify', 'AlertRead']));
  });

  it('[000-6.7] normalises spellings and drops what it does not know', () => {
    expect(normalisePermissions(['OrganizationApiTokenModify', 'RunPantherAi', 'Fly'])).toEqual(
      new Set(['OrganizationAPITokenModify', 'OrganizationAPITokenRead', 'RunPantherAI']),
    );
  });

  it('counts the Read that a Modify brings', () => {
    expect(permissionsText(['AlertModify'])).toBe(`2 of ${permissions.length}`);
    expect(permissionsText(permissions)).toBe(`All ${permissions.length}`);
  });

  it('[000-6.3] offers any-of and all-of', () => {
    const held = normalisePermissions(['RuleRead']);
    expect(isPermitted(held, ['RuleRead', 'PolicyRead'])).toBe(true);
    expect(isPermitted(held, ['RuleRead', 'PolicyRead'], 'all')).toBe(false);
  });

  it('[000-6.4] is false without a user', () => {
    expect(isPermitted(undefined, ['RuleRead'])).toBe(false);
  });

  it('[000-6.5] is false when the required list is empty', () => {
    const everything = normalisePermissions(permissions);
    expect(isPermitted(everything, [])).toBe(false);
    expect(isPermitted(everything, [], 'all')).toBe(false);
  });
});
