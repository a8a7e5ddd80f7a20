import { isMailAddress, mailSecurities, type MailServer } from '@margay/mail';
import { field } from '@margay/settings';
import * as z from 'zod';
import { defineSettingGroup } from '../organization/index.ts';

const hostName = /^[A-Za-z0-9.:_-]*$/;
const address = () =>
  z
    .string()
    .trim()
    .max(320)
    .refine((text) => text === '' || isMailAddress(text), { error: 'Must be a valid email' })
    .default('');

/** Whoever reads the mail of others can take over their accounts, so changing it is as good as managing users. */
export const mailSettings = defineSettingGroup({
  id: 'mail',
  title: 'Mail',
  description:
    'The server that takes invitations, codes for forgotten passwords and notices. Without one they are shown to administrators, who hand them over.',
  changedBy: ['GeneralSettingsModify', 'UserModify'],
  settings: z.object({
    host: field(
      z
        .string()
        .trim()
        .max(255)
        .regex(hostName, { error: 'Must be a host name or an address, without https:// and port' })
        .default(''),
      { label: 'Mail server', placeholder: 'smtp.example.com', help: 'Without one nothing is mailed.' },
    ),
    port: field(z.number().int().min(1).max(65_535).default(587), {
      label: 'Port',
      help: 'Usually 587 for STARTTLS, 465 for TLS.',
    }),
    security: field(z.enum(mailSecurities).default('starttls'), {
      label: 'Security',
      optionLabels: { starttls: 'STARTTLS', tls: 'TLS', none: 'None' },
      help: 'None is refused unless the server is on this machine.',
    }),
    user: field(z.string().trim().max(320).default(''), {
      label: 'User name',
      help: 'Empty where the server asks nobody.',
    }),
    password: field(z.string().max(1000).optional(), {
      label: 'Password',
      secret: true,
      sentTo: ['host', 'port'],
    }),
    fromAddress: field(address(), { label: 'Sender', placeholder: 'margay@example.com' }),
    fromName: field(z.string().trim().max(100).default('Margay'), { label: 'Name of the sender' }),
    supportAddress: field(address(), {
      label: 'Support address',
      help: 'What people write on the support page is mailed here too.',
    }),
  }),
});

export type MailSettings = z.output<typeof mailSettings.settings>;

/** The server as it is set; undefined where none is. */
export function serverOf(settings: MailSettings): MailServer | undefined {
  const { host, port, security, user, password = '', fromAddress, fromName } = settings;
  if (host === '' || fromAddress === '') return undefined;
  return { host, port, security, user, password, from: { address: fromAddress, name: fromName } };
}
