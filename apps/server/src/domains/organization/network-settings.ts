import { parseIpNetwork } from '@margay/kit';
import { field } from '@margay/settings';
import * as z from 'zod';
import { defineSettingGroup } from './setting-group.ts';

const mostNetworks = 100;
const reach = ['off', 'networks', 'all'] as const;

const Networks = z
  .array(
    z
      .string()
      .trim()
      .refine((text) => parseIpNetwork(text) !== undefined, {
        error: 'Give a network such as 10.0.0.0/8, or an address',
      }),
  )
  .max(mostNetworks);

/** Which addresses of one's own network destinations and sources may call. `allowed`: what the environment says. */
export const networkSettings = ({ allowed }: { allowed: boolean }) =>
  defineSettingGroup({
    id: 'network',
    title: 'Network',
    description:
      'Which private addresses destinations, and sources that are pulled, may call. Addresses that clouds use for their ' +
      `metadata are refused whatever is chosen. What is saved here decides; where nothing ever was, MARGAY_ALLOW_PRIVATE_DESTINATIONS=${allowed} decides.`,
    changedBy: ['GeneralSettingsModify'],
    settings: z.object({
      privateAddresses: field(z.enum(reach).default(allowed ? 'all' : 'off'), {
        label: 'Private and local addresses',
        help: 'Whoever may edit a destination or a source could otherwise reach what is behind your firewall.',
        optionLabels: { off: 'None', networks: 'Only these networks', all: 'All of them' },
      }),
      networks: field(Networks.optional(), {
        label: 'Networks',
        help: 'Addresses, or networks like 10.20.0.0/16 and fd12:3456::/32.',
        placeholder: '10.20.0.0/16',
        shownWhen: { field: 'privateAddresses', oneOf: ['networks'] },
        required: true,
      }),
    }),
  });
export type NetworkSettings = z.output<ReturnType<typeof networkSettings>['settings']>;

/** As the outgoing client takes it. */
export const allowedBy = ({
  privateAddresses,
  networks = [],
}: NetworkSettings): boolean | readonly string[] =>
  privateAddresses === 'networks' ? networks : privateAddresses === 'all';
