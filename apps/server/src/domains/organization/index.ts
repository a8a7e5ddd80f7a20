/** What other domains may use. */
export type { OrganizationService, SignInPolicy } from './service.ts';
export { settingFault } from './setting-fault.ts';
export { defineSettingGroup, type GroupHooks, type SettingGroup } from './setting-group.ts';
