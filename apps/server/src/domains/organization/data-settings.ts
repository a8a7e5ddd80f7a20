import { field } from '@margay/settings';
import * as z from 'zod';
import { defineSettingGroup } from './setting-group.ts';

/** How long events are kept, and whether roles decide which of them somebody sees. `retentionDays`: what the environment says. */
export const dataSettings = ({ retentionDays }: { retentionDays: number }) =>
  defineSettingGroup({
    id: 'data',
    title: 'Data',
    description: `How long events are kept and who sees which. What is saved here decides; where nothing ever was, events stay ${retentionDays} days, as MARGAY_RETENTION_DAYS says.`,
    changedBy: ['GeneralSettingsModify'],
    settings: z.object({
      retentionDays: field(z.number().int().min(1).max(36_500).default(retentionDays), {
        label: 'Days that events stay',
        help: 'Events, matches and signals, counted from the day they arrive. Fewer days remove what is older with the next nightly run, for good.',
      }),
      dataLakeAccessControl: field(z.boolean().default(true), {
        label: 'Data-lake access control',
        help: 'Roles and their log types decide which events somebody sees. While this is off, everybody sees the events of every log type; what roles say is kept for later.',
      }),
    }),
  });
export type DataSettings = z.output<ReturnType<typeof dataSettings>['settings']>;
