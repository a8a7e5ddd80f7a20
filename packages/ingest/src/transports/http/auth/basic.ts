import { field } from '@margay/settings';
import * as z from 'zod';
import { equalSecrets } from '../equal-secrets.ts';
import { defineHttpAuth, secretText } from '../http-auth.ts';

/** `Authorization: Basic`, base64 of `user:password` (RFC 7617). */
export const basic = defineHttpAuth({
  title: 'Basic',
  needsBody: false,
  settings: z.object({
    authMethod: z.literal('Basic'),
    authUsername: field(
      z
        .string()
        .min(1, 'This field is required')
        .max(256)
        .regex(/^[^:]*$/, 'A user name cannot hold a colon.'),
      { label: 'Username' },
    ),
    authPassword: field(secretText(), { label: 'Password', secret: true }),
  }),
  isAllowed({ authUsername, authPassword }, { header }) {
    const credentials = header('authorization') ?? '';
    const isBasic = /^basic /i.test(credentials);
    const given = isBasic
      ? Buffer.from(credentials.slice('basic '.length).trim(), 'base64').toString('utf8')
      : '';
    return equalSecrets(given, `${authUsername}:${authPassword}`);
  },
});
