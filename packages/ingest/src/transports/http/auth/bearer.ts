import { field } from '@margay/settings';
import * as z from 'zod';
import { equalSecrets } from '../equal-secrets.ts';
import { defineHttpAuth, secretText } from '../http-auth.ts';

/** `Authorization: Bearer <token>` (RFC 6750). */
export const bearer = defineHttpAuth({
  title: 'Bearer',
  needsBody: false,
  settings: z.object({
    authMethod: z.literal('Bearer'),
    authBearerToken: field(secretText(), {
      label: 'Bearer token',
      help: 'Sent as "Authorization: Bearer <token>".',
      secret: true,
    }),
  }),
  isAllowed({ authBearerToken }, { header }) {
    const given = header('authorization') ?? '';
    const isBearer = /^bearer /i.test(given);
    return isBearer && equalSecrets(given.slice('bearer '.length).trim(), authBearerToken.trim());
  },
});
