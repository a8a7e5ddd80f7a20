import * as z from 'zod';
import type { Proof } from '../proof.ts';

const Text = z.string().catch('');
const Claims = z
  .object({
    email: Text,
    given_name: Text,
    family_name: Text,
    name: Text,
    // Some providers write it as text.
    email_verified: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .optional(),
  })
  .loose();

type Facts = Pick<Proof, 'email' | 'givenName' | 'familyName' | 'attributes'>;

/** What the claims say of a person. An email that the provider has not verified is none. */
export function factsOfClaims(claims: Readonly<Record<string, unknown>>): Facts {
  const { email, given_name, family_name, name, email_verified } = Claims.parse(claims);
  const hasNames = given_name !== '' || family_name !== '';
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return {
    email: email_verified === false ? '' : email,
    givenName: hasNames ? given_name : first,
    familyName: hasNames ? family_name : rest.join(' '),
    attributes: attributesOf(claims),
  };
}

/** Claims of texts, numbers and truth values, and lists of them; what is an object names no role. */
function attributesOf(claims: Readonly<Record<string, unknown>>): Proof['attributes'] {
  const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) => {
      const values = (Array.isArray(value) ? value : [value]).filter(isPlain).map(String);
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}
