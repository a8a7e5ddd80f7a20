import { field } from '@margay/settings';
import * as z from 'zod';
import { equalSecrets } from '../equal-secrets.ts';
import { defineHttpAuth, headerKey, secretText } from '../http-auth.ts';

/** A header that holds a secret both sides know. */
export const sharedSecret = defineHttpAuth({
  title: 'Shared secret',
  needsBody: false,
  settings: z.object({
    authMethod: z.literal('SharedSecret'),
    authHeaderKey: field(headerKey(), {
      label: 'Header',
      help: 'The header that holds the secret.',
      initial: 'X-Log-Secret',
    }),
    authSecretValue: field(secretText(), { label: 'Secret', secret: true }),
  }),
  isAllowed({ authHeaderKey, authSecretValue }, { header }) {
    const given = header(authHeaderKey);
    return given !== undefined && equalSecrets(given, authSecretValue);
  },
});
