import { field } from '@margay/settings';
import * as z from 'zod';
import { defineHttpAuth } from '../http-auth.ts';

/** Anyone who knows the address may send. Only settings that say so in as many words are accepted. */
export const none = defineHttpAuth({
  title: 'None',
  needsBody: false,
  settings: z.object({
    authMethod: z.literal('None'),
    allowUnauthenticated: field(
      z.literal(true, 'Confirm that anyone who knows the address may send, or choose another method.'),
      {
        label: 'Accept logs from anyone',
        help: 'Whoever knows the address can send false events. Use it only in networks you trust.',
      },
    ),
  }),
  isAllowed: ({ allowUnauthenticated }) => allowUnauthenticated,
});
