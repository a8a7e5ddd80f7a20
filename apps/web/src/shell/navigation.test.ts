import { describe, expect, it } from 'vitest';
import { normalisePermissions } from '../lib/permissions.ts';
import type { SignedInUser } from '../lib/session/claims.ts';
import { homeAddress, settingsScreens, visibleGroups, visibleScreens } from './navigation.ts';

function person(...permissions: string[]): SignedInUser {
  return {
    id: 'u1',
    email: 'ana@example.com',
    givenName: 'Ana',
    familyName: 'Ruiz',
    emailVerified: true,
    enabled: true,
    identities: [],
    authenticationTime: 0,
    chatSupportHash: '',
    hasSamlDefaultRole: false,
    permissions: normalisePermissions(permissions),
    role: { id: 'r1', name: 'Analyst' },
    isLimitedByLogType: false,
  };
}
const everywhere = () => true;
const labels = (...permissions: string[]) =>
  visibleGroups(person(...permissions), everywhere).flatMap((group) => group.links.map((link) => link.label));

describe('navigation', () => {
  it('[000-6.45] shows Alerts with AlertRead or AlertModify', () => {
    expect(labels('AlertRead')).toEqual(['Alerts']);
    expect(labels('AlertModify')).toEqual(['Alerts']);
  });

  it('[000-2.120] opens the alert list with Open and Triaged', () => {
    expect(homeAddress(person('AlertRead'), everywhere)).toBe(
      '/alerts-and-errors/?status[]=OPEN&status[]=TRIAGED',
    );
  });

  it('[000-6.47] [000-6.46] gates the searches by DataAnalyticsRead', () => {
    expect(labels('DataAnalyticsRead')).toEqual([
      'Search',
      'Indicator Search',
      'Data Explorer',
      'Saved Searches',
      'Search History',
    ]);
  });

  it('[000-6.48] gates Cloud Resources by the resource permissions', () => {
    expect(labels('ResourceModify')).toEqual(['Cloud Resources']);
  });

  it('[000-6.49] shows Detections with a policy or rule permission', () => {
    for (const name of ['RuleRead', 'RuleModify', 'PolicyRead', 'PolicyModify'])
      expect(labels(name)).toEqual(['Detections']);
  });

  it('[000-6.51] [000-6.52] gates Log Sources and Schemas by the log source permissions', () => {
    expect(labels('LogSourceRead')).toEqual(['Log Sources', 'Schemas']);
  });

  it('[000-6.54] gates Cloud Accounts and Alert Destinations', () => {
    expect(labels('CloudsecSourceRead')).toEqual(['Cloud Accounts']);
    expect(labels('DestinationModify')).toEqual(['Alert Destinations']);
  });

  it('gates Lookup Tables and Enrichment Providers', () => {
    expect(labels('LookupRead')).toEqual(['Lookup Tables', 'Enrichment Providers']);
  });

  it('wants all of its permissions for Dashboards', () => {
    const all = ['SummaryRead', 'RuleModify', 'PolicyModify', 'AlertRead'];
    expect(labels(...all)).toContain('Dashboards');
    for (const missing of all)
      expect(labels(...all.filter((name) => name !== missing))).not.toContain('Dashboards');
  });

  it('builds the settings menu by permission', () => {
    const menu = (...permissions: string[]) =>
      visibleScreens(settingsScreens, person(...permissions), everywhere).map((screen) => screen.label);
    expect(menu('RuleRead')).toEqual(['General']);
    expect(menu('UserRead')).toEqual(['Users', 'User Roles']);
    expect(menu('OrganizationApiTokenRead')).toEqual(['API Tokens', 'API Playground']);
    expect(menu('AlertRead')).toEqual([]);
  });

  it('leaves out screens that are not there', () => {
    expect(
      visibleGroups(person('LogSourceRead'), (screen) => screen.label !== 'Schemas')[0]?.links.map(
        (link) => link.label,
      ),
    ).toEqual(['Log Sources']);
  });
});
