import type { AnyRouter } from '@tanstack/react-router';
import type { SignedInUser } from '../lib/session/claims.ts';
import { isPermitted } from '../lib/permissions.ts';
import type { Permission } from '../lib/permissions.ts';
import { stringifySearch } from '../lib/search-params.ts';
import {
  IconBookmark,
  IconBraces,
  IconCloud,
  IconDatabase,
  IconHistory,
  IconLayoutDashboard,
  IconPlug,
  IconSearch,
  IconSend,
  IconServer,
  IconShield,
  IconStack2,
  IconTable,
  IconTarget,
  IconUrgent,
} from '../ui/icons.ts';
import type { Icon } from '../ui/icons.ts';

export interface Screen {
  label: string;
  /** Path with its trailing slash; the screen exists when the router has a route for it. */
  path: string;
  search?: string;
  anyOf?: readonly Permission[];
  allOf?: readonly Permission[];
  /** Second key of the sequence that starts with g. */
  key?: string;
}
export interface SideLink extends Screen {
  icon: Icon;
}
export interface SideGroup {
  label?: string;
  links: readonly SideLink[];
}

const logSource: readonly Permission[] = ['LogSourceRead', 'LogSourceModify'];
const lookup: readonly Permission[] = ['LookupRead', 'LookupModify'];
const detection: readonly Permission[] = ['RuleRead', 'RuleModify', 'PolicyRead', 'PolicyModify'];

/** The side navigation, in order. */
export const sideGroups: readonly SideGroup[] = [
  {
    links: [
      {
        label: 'Dashboards',
        path: '/dashboard/overview/',
        icon: IconLayoutDashboard,
        allOf: ['SummaryRead', 'RuleRead', 'PolicyRead', 'RuleModify', 'PolicyModify', 'AlertRead'],
        key: 'd',
      },
      {
        label: 'Alerts',
        path: '/alerts-and-errors/',
        search: stringifySearch({ status: ['OPEN', 'TRIAGED'] }),
        icon: IconUrgent,
        anyOf: ['AlertRead', 'AlertModify'],
        key: 'a',
      },
    ],
  },
  {
    label: 'Investigate',
    links: [
      {
        label: 'Search',
        path: '/investigate/search/',
        icon: IconSearch,
        anyOf: ['DataAnalyticsRead'],
        key: 's',
      },
      {
        label: 'Indicator Search',
        path: '/investigate/indicator-search/',
        icon: IconTarget,
        anyOf: ['DataAnalyticsRead'],
      },
      {
        label: 'Data Explorer',
        path: '/investigate/data-explorer/',
        icon: IconDatabase,
        anyOf: ['DataAnalyticsRead'],
      },
      {
        label: 'Saved Searches',
        path: '/investigate/saved-searches/',
        icon: IconBookmark,
        anyOf: ['DataAnalyticsRead'],
      },
      {
        label: 'Search History',
        path: '/investigate/search-history/',
        icon: IconHistory,
        anyOf: ['DataAnalyticsRead'],
      },
      {
        label: 'Cloud Resources',
        path: '/investigate/resources/',
        icon: IconCloud,
        anyOf: ['ResourceRead', 'ResourceModify'],
      },
    ],
  },
  {
    links: [
      { label: 'Detections', path: '/build/detections/', icon: IconShield, anyOf: detection, key: 'i' },
    ],
  },
  {
    label: 'Configure',
    links: [
      { label: 'Log Sources', path: '/configure/log-sources/', icon: IconPlug, anyOf: logSource, key: 'l' },
      {
        label: 'Cloud Accounts',
        path: '/configure/cloud-accounts/',
        icon: IconServer,
        anyOf: ['CloudsecSourceRead', 'CloudsecSourceModify'],
      },
      {
        label: 'Alert Destinations',
        path: '/configure/destinations/',
        icon: IconSend,
        anyOf: ['DestinationRead', 'DestinationModify'],
      },
      { label: 'Schemas', path: '/configure/schemas/', icon: IconBraces, anyOf: logSource },
      { label: 'Lookup Tables', path: '/configure/lookup-tables/', icon: IconTable, anyOf: lookup },
      {
        label: 'Enrichment Providers',
        path: '/configure/enrichment-providers/',
        icon: IconStack2,
        anyOf: lookup,
      },
    ],
  },
];

const rule: readonly Permission[] = ['RuleRead', 'RuleModify'];

/** Places behind the tabs of Detections: found by name, without a link of their own at the side. */
export const buildScreens: readonly Screen[] = [
  { label: 'Data Models', path: '/build/data-models/', anyOf: rule },
  { label: 'Helpers', path: '/build/helpers/', anyOf: rule },
  { label: 'Profiler', path: '/build/profiler/', anyOf: rule },
];

const apiToken: readonly Permission[] = ['OrganizationAPITokenRead', 'OrganizationAPITokenModify'];
const userManagement: readonly Permission[] = ['UserRead', 'UserModify'];

export const rolesScreen: Screen = { label: 'User Roles', path: '/settings/roles/', anyOf: userManagement };

export const settingsScreens: readonly Screen[] = [
  {
    label: 'General',
    path: '/settings/general/',
    anyOf: ['GeneralSettingsRead', 'GeneralSettingsModify', ...detection],
  },
  { label: 'Users', path: '/settings/users/', anyOf: userManagement },
  rolesScreen,
  { label: 'API Tokens', path: '/settings/api/tokens/', anyOf: apiToken },
  { label: 'API Playground', path: '/settings/api/playground/', anyOf: apiToken },
  { label: 'Audit Log', path: '/settings/audit-log/', anyOf: ['UserModify'] },
];

/** In the menu behind the question mark. */
export const helpScreens: readonly Screen[] = [
  { label: 'Support', path: '/support/' },
  { label: 'Getting started', path: '/getting-started/' },
];

/** Where something new begins. */
export const newScreens: readonly Screen[] = [
  { label: 'New rule', path: '/build/detections/new/', anyOf: ['RuleModify'] },
  {
    label: 'New policy',
    path: '/build/detections/new/',
    search: stringifySearch({ type: 'POLICY' }),
    anyOf: ['PolicyModify'],
  },
  { label: 'New helper', path: '/build/helpers/new/', anyOf: ['RuleModify'] },
  { label: 'New data model', path: '/build/data-models/new/', anyOf: ['RuleModify'] },
  { label: 'New log source', path: '/configure/log-sources/add-new-source/', anyOf: ['LogSourceModify'] },
  { label: 'New schema', path: '/configure/schemas/new/', anyOf: ['LogSourceModify'] },
  { label: 'New destination', path: '/configure/destinations/new/', anyOf: ['DestinationModify'] },
  {
    label: 'Invite user',
    path: '/settings/users/',
    search: stringifySearch({ invite: true }),
    anyOf: ['UserModify'],
  },
  { label: 'New role', path: '/settings/roles/new/', anyOf: ['UserModify'] },
  { label: 'New API token', path: '/settings/api/tokens/new/', anyOf: ['OrganizationAPITokenModify'] },
];

export function isScreenPermitted(screen: Screen, user: SignedInUser): boolean {
  if (screen.allOf) return isPermitted(user.permissions, screen.allOf, 'all');
  return screen.anyOf === undefined || isPermitted(user.permissions, screen.anyOf);
}

/** Links lead only to screens that are there. */
export function screenExists(router: AnyRouter, screen: Screen): boolean {
  const routes: Record<string, unknown> = router.routesByPath;
  return screen.path in routes || screen.path.replace(/\/$/, '') in routes;
}

/** Groups and links this person may use, without groups that would be empty. */
export function visibleGroups(user: SignedInUser, exists: (screen: Screen) => boolean): SideGroup[] {
  return sideGroups
    .map((group) => ({
      ...group,
      links: group.links.filter((link) => exists(link) && isScreenPermitted(link, user)),
    }))
    .filter((group) => group.links.length > 0);
}

export function visibleScreens(
  screens: readonly Screen[],
  user: SignedInUser,
  exists: (screen: Screen) => boolean,
): Screen[] {
  return screens.filter((screen) => exists(screen) && isScreenPermitted(screen, user));
}

/** Address of a screen with its preselected filters. */
export function addressOf(screen: Screen): string {
  return `${screen.path}${screen.search ?? ''}`;
}

/** Where `/` leads: the dashboard, or the first screen this person may use. */
export function homeAddress(user: SignedInUser, exists: (screen: Screen) => boolean): string | undefined {
  const first = visibleGroups(user, exists)[0]?.links[0];
  return first && addressOf(first);
}
