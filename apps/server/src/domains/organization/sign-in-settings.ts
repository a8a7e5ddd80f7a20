import { sessionLifetimes } from '@margay/auth';
import { field } from '@margay/settings';
import * as z from 'zod';
import { defineSettingGroup } from './setting-group.ts';

/** A shorter time could not be kept: an ID token counts for a quarter of an hour without anybody being asked. */
const shortestIdleMinutes = 30;
const longestIdleMinutes = 30 * 24 * 60;

/** What the organization asks of everybody who signs in, and how long that counts. */
export const signInSettings = defineSettingGroup({
  id: 'sign-in',
  title: 'Sign-in',
  description: 'What is asked of everybody who signs in, and how long it counts.',
  changedBy: ['GeneralSettingsModify'],
  settings: z.object({
    requireSecondFactor: field(z.boolean().default(false), {
      label: 'Everybody signs in with a second factor',
      help: 'Who has none sets one up at their next sign-in. Without this, a role can still require one.',
    }),
    sessionHours: field(z.number().int().min(1).max(720).default(sessionLifetimes.refreshTokenHours), {
      label: 'Hours until everybody signs in again',
      help: 'Counted from the sign-in. A shorter time ends older sessions within a quarter of an hour.',
    }),
    idleMinutes: field(z.number().int().min(shortestIdleMinutes).max(longestIdleMinutes).optional(), {
      label: 'Minutes without use until a session ends',
      help: 'Counted from the last time the console was open. Empty: a session is not ended for lack of use.',
    }),
  }),
});
export type SignInSettings = z.output<(typeof signInSettings)['settings']>;
