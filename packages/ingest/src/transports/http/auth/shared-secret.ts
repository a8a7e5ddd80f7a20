import * as z from 'zod';
import { equalSecrets } from '../equal-secrets.ts';
import { defineHttpAuth, headerKey, secretText } from '../http-auth.ts';

/** A header that holds a secret both sides know. */
export const sharedSecret = defineHttpAuth({
  title: 'Shared secret',
  needsBody: false,
  settings: z.object({
    authMethod: z.literal('SharedSecret'),
    authHeaderKey: headerKey.meta({ title: 'Header', description: 'The header that holds the secret.' }),
    authSecretValue: secretText.meta({ title: 'Secret', secret: true }),
  }),
  isAllowed({ authHeaderKey, authSecretValue }, { header }) {
    const given = header(authHeaderKey);
    return given !== undefined && equalSecrets(given, authSecretValue);
  },
});
