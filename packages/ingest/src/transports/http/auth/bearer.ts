import * as z from 'zod';
import { equalSecrets } from '../equal-secrets.ts';
import { defineHttpAuth, secretText } from '../http-auth.ts';

/** `Authorization: Bearer <token>` (RFC 6750). */
export const bearer = defineHttpAuth({
  title: 'Bearer',
  needsBody: false,
  settings: z.object({
    authMethod: z.literal('Bearer'),
    authBearerToken: secretText.meta({
      title: 'Bearer token',
      description: 'Sent as "Authorization: Bearer <token>".',
      secret: true,
    }),
  }),
  isAllowed({ authBearerToken }, { header }) {
    const match = /^bearer +(.+?) *$/i.exec(header('authorization') ?? '');
    return match !== null && equalSecrets(match[1] ?? '', authBearerToken);
  },
});
