import { permissionInfos, permissions } from '@margay/auth/permissions';
import { describe, expect, it } from 'vitest';
import {
  cardsMatching,
  infosOf,
  isKeptByModify,
  permissionCards,
  withPermissions,
} from '../../lib/access/permission-rows.ts';
import type { Role } from './queries.ts';
import { accessText } from '../../lib/access/log-type-access.ts';
import { changesOf, copyOf, draftOf, faultsOf, inputOf, newRole } from './role-draft.ts';

const role = (change: Partial<Role> = {}): Role => ({
  id: 'r1',
  name: 'Analyst',
  permissions: ['AlertModify'],
  logTypeAccessKind: 'ALLOW_ALL',
  logTypeAccess: [],
  requiresSecondFactor: false,
  userCount: 2,
  isReserved: false,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  ...change,
});
const texts = (before: Role, after: Role) =>
  changesOf(draftOf(before), draftOf(after)).map(({ kind, text }) => `${kind}: ${text}`);

describe('the lines of the form', () => {
  it('hold every permission once, a Modify beside its Read', () => {
    const listed = permissionCards.role.flatMap(({ rows }) => rows.flatMap(infosOf)).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(permissions.toSorted());
    expect(permissionCards.role).toHaveLength(8);
    for (const { view, manage } of permissionCards.role.flatMap(({ rows }) => rows))
      if (view && manage) expect(manage.name.replace('Modify', 'Read')).toBe(view.name);
    const subjects = permissionCards.role
      .find(({ group }) => group === 'Analysis')
      ?.rows.map((row) => row.subject);
    expect(subjects).toEqual(['Cloud Resources', 'Query Data Lake', 'Saved Searches']);
  });

  it('are found by subject, label, description, name and group', () => {
    const found = (text: string) =>
      cardsMatching(text, 'role').flatMap(({ rows }) => rows.map((row) => row.subject));
    expect(found('raw data')).toEqual(['Log Source Raw Data']);
    expect(found('OrganizationAPITokenModify')).toEqual(['API Tokens']);
    expect(found('suppress')).toEqual(['Policies']);
    expect(found('integrations')).toEqual(['Destinations', 'Cloud Security Sources']);
    expect(found('nothing like it')).toEqual([]);
    expect(found(' ')).toHaveLength(permissionCards.role.flatMap(({ rows }) => rows).length);
  });

  it('bring a Read with its Modify and hold it', () => {
    const held = withPermissions(new Set(), ['RuleModify'], true);
    expect([...held].toSorted()).toEqual(['RuleModify', 'RuleRead']);
    expect(isKeptByModify(held, 'RuleRead')).toBe(true);
    expect(isKeptByModify(held, 'RuleModify')).toBe(false);
    expect([...withPermissions(held, ['RuleRead'], false)].toSorted()).toEqual(['RuleModify', 'RuleRead']);
    const left = withPermissions(held, ['RuleModify'], false);
    expect([...left]).toEqual(['RuleRead']);
    expect(isKeptByModify(left, 'RuleRead')).toBe(false);
  });
});

describe('a role that is edited', () => {
  it('is sent in one spelling and order, with what it implies, and without a list that does not count', () => {
    const draft = { ...draftOf(role({ logTypeAccessKind: 'ALLOW', logTypeAccess: ['A.B'] })), name: ' New ' };
    expect(inputOf(draft)).toEqual({
      name: 'New',
      permissions: ['AlertRead', 'AlertModify'],
      logTypeAccessKind: 'ALLOW',
      logTypeAccess: ['A.B'],
      requiresSecondFactor: false,
    });
    expect(inputOf({ ...draft, kind: 'DENY_ALL' }).logTypeAccess).toEqual([]);
  });

  it('needs a name, and log types where they are chosen', () => {
    expect(faultsOf(newRole())).toEqual({ name: 'A role needs a name.' });
    expect(faultsOf({ ...draftOf(role()), kind: 'DENY' })).toEqual({
      logTypeAccess: 'Choose at least one log type.',
    });
  });

  it('is copied with a name of its own', () => {
    expect(copyOf(role()).name).toBe('Analyst copy');
    expect(copyOf(role({ name: 'Admin', isReserved: true })).name).toBe('');
  });

  it('tells its access in few words', () => {
    expect(accessText('ALLOW_ALL', [])).toBe('All log types');
    expect(accessText('DENY_ALL', [])).toBe('No log types');
    expect(accessText('ALLOW', ['A', 'B', 'C', 'D'])).toBe('Only A, B, C, D');
    expect(accessText('DENY', ['A', 'B', 'C', 'D', 'E'])).toBe('All but A, B, C and 2 more');
  });
});

describe('what a change does', () => {
  it('is nothing where only the implied is written out', () => {
    expect(texts(role(), role({ permissions: ['AlertModify', 'AlertRead'] }))).toEqual([]);
  });

  it('gives and takes permissions, and says what else differs', () => {
    const after = role({
      name: 'Junior',
      permissions: ['AlertRead', 'BulkUpload'],
      logTypeAccessKind: 'ALLOW',
      logTypeAccess: ['Okta.SystemLog'],
      requiresSecondFactor: true,
    });
    expect(texts(role(), after)).toEqual([
      'gives: Bulk Upload',
      'takes: Manage Alerts',
      'changes: Name: Analyst → Junior',
      'changes: All log types → Only Okta.SystemLog',
      'changes: Second factor: required',
    ]);
  });

  it('takes a log type away by denying it, and gives one by allowing it', () => {
    const allowed = (...logTypeAccess: string[]) => role({ logTypeAccessKind: 'ALLOW', logTypeAccess });
    const denied = (...logTypeAccess: string[]) => role({ logTypeAccessKind: 'DENY', logTypeAccess });
    expect(texts(allowed('A', 'B'), allowed('B', 'C'))).toEqual(['gives: Log type C', 'takes: Log type A']);
    expect(texts(denied('A', 'B'), denied('B', 'C'))).toEqual(['gives: Log type A', 'takes: Log type C']);
  });

  it('names what a new role gives', () => {
    const all = changesOf(newRole(), draftOf(role({ permissions: [...permissions] })));
    expect(all.map(({ text }) => text)).toEqual(permissionInfos.map(({ label }) => label));
  });
});
