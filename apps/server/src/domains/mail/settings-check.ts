import { isLoopback } from '@margay/mail';
import { lookup } from 'node:dns/promises';
import { requiredFault } from '@margay/settings';
import { settingFault } from '../organization/index.ts';
import { mailSettings, type MailSettings } from './settings.ts';

const fault = (field: string, message: string) => settingFault(mailSettings, { field, message });

/** What would only show once a mail is to leave. Throws `InvalidInput`. */
export async function assertMailSettings(settings: MailSettings): Promise<void> {
  const { host, fromAddress, fromName, security } = settings;
  if (host !== '' && fromAddress === '') throw fault('fromAddress', requiredFault);
  if (/\p{Cc}/u.test(fromName))
    throw fault('fromName', 'Must not have line breaks or other control characters');
  if (host !== '' && security === 'none' && !(await isThisMachine(host)))
    throw fault(
      'security',
      'Mail would cross the network unencrypted, with the password. Choose STARTTLS or TLS; None is for a server on this machine.',
    );
}

async function isThisMachine(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => isLoopback(address));
}
