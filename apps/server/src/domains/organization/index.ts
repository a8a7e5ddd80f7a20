/** What other domains may use. */
export type { OrganizationService, SignInPolicy } from './service.ts';
export { defineSettingGroup, type GroupHooks, type SettingGroup } from './setting-group.ts';
