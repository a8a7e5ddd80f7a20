import * as z from 'zod';
import { refusedAnswer, type Proof } from '../proof.ts';

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** An element without children: its text under `_`, its attributes under `$`. */
const Leaf = z.union([
  z.string().transform((text) => ({ _: text, $: {} as Record<string, string> })),
  z.looseObject({
    _: z.string().default(''),
    $: z.record(z.string(), z.string()).default({}),
  }),
]);

/** An assertion whose signature was right, as the library hands it over. */
const Signed = z.looseObject({
  Assertion: z.looseObject({
    $: z.looseObject({ ID: z.string().min(1) }),
    Issuer: z.tuple([Leaf]),
    Subject: z.tuple([
      z.looseObject({
        NameID: z.tuple([Leaf]),
        SubjectConfirmation: z.tuple([
          z.looseObject({
            $: z.looseObject({ Method: z.literal(bearer) }),
            SubjectConfirmationData: z.tuple([
              z.looseObject({
                $: z.looseObject({
                  InResponseTo: z.string(),
                  Recipient: z.string(),
                  NotOnOrAfter: z.string(),
                }),
              }),
            ]),
          }),
        ]),
      }),
    ]),
    AttributeStatement: z
      .array(
        z.union([
          z.string(),
          z.looseObject({
            Attribute: z
              .array(
                z.looseObject({
                  $: z.looseObject({ Name: z.string() }),
                  AttributeValue: z.array(Leaf).default([]),
                }),
              )
              .default([]),
          }),
        ]),
      )
      .default([]),
  }),
});

export interface Expected {
  issuer: string;
  recipient: string;
  inResponseTo: string;
}

export interface ReadAssertion {
  id: string;
  /** Until when it may be used, by its own word. */
  notOnOrAfter: Date;
  proof: Proof;
}

/**
 * Who a signed assertion is about. The library checks signature, times and audience; issuer, recipient and request are
 * compared here, because it lets others pass. Throws `refusedAnswer`.
 */
export function readAssertion(signed: unknown, expected: Expected): ReadAssertion {
  const parsed = Signed.safeParse(signed);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refusedAnswer(`its assertion lacks something: ${issue?.path.map(String).join('.') ?? ''}`);
  }
  const { $, Issuer, Subject, AttributeStatement } = parsed.data.Assertion;
  const [{ _: issuer }] = Issuer;
  const [{ NameID, SubjectConfirmation }] = Subject;
  const [{ SubjectConfirmationData }] = SubjectConfirmation;
  const [{ $: data }] = SubjectConfirmationData;
  const [nameId] = NameID;
  const compared: [string, string, string][] = [
    ['issuer', issuer.trim(), expected.issuer],
    ['recipient', data.Recipient, expected.recipient],
    ['request', data.InResponseTo, expected.inResponseTo],
  ];
  for (const [what, said, wanted] of compared)
    if (said !== wanted) throw refusedAnswer(`its ${what} is ${said.slice(0, 200)}, not ${wanted}`);
  const notOnOrAfter = new Date(data.NotOnOrAfter);
  if (Number.isNaN(notOnOrAfter.getTime())) throw refusedAnswer('its NotOnOrAfter is no time');
  const subject = nameId._.trim();
  if (subject === '') throw refusedAnswer('its NameID is empty');
  if (nameId.$['Format'] === transient)
    throw refusedAnswer(
      'its NameID is transient, so that everybody would be somebody new each time; choose persistent or emailAddress at the provider',
    );
  const attributes = Object.fromEntries(
    AttributeStatement.flatMap((statement) => (typeof statement === 'string' ? [] : statement.Attribute)).map(
      ({ $: { Name }, AttributeValue }) => [Name, AttributeValue.map(({ _ }) => _.trim())],
    ),
  );
  const first = (name: string) => attributes[name]?.[0] ?? '';
  return {
    id: $.ID,
    notOnOrAfter,
    proof: {
      kind: 'SAML',
      issuer: expected.issuer,
      subject,
      email: first('PantherEmail'),
      givenName: first('PantherFirstName'),
      familyName: first('PantherLastName'),
      attributes,
    },
  };
}
