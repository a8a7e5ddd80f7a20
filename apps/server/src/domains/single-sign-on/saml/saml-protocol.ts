import { newOpaqueToken } from '@margay/auth';
import { forbidden, messageOf } from '@margay/kit';
import type { SAML } from '@node-saml/node-saml';
import * as z from 'zod';
import { refusedAnswer, type ProviderProtocol } from '../proof.ts';
import { readAssertion } from './assertion.ts';
import type { SamlMetadata } from './metadata.ts';
import { refuseDocument } from './refuse-document.ts';

const skewMs = 60_000;
/** A person may take so long at the provider. */
const requestMs = 10 * 60_000;

const Kept = z.object({ requestId: z.string(), at: z.string() });

// It is loaded by the first sign-in: most of what runs here never signs anybody in.
const library = () => import('@node-saml/node-saml');

export interface ServiceProvider {
  /** Our entity id: the Audience of assertions. */
  entityId: string;
  /** Our assertion consumer service: where the provider has the browser post to. */
  acsAddress: string;
}

/** SAML 2.0, begun here: a request by redirect, an answer by post with one signed assertion. */
export function createSamlProtocol(deps: {
  /** As it was read last. */
  metadata(): Promise<SamlMetadata>;
  provider: ServiceProvider;
  /** Remembers that an assertion was used; false where it was before, in whatever process. */
  useAssertion(id: string, until: Date): Promise<boolean>;
  clock: () => Date;
}): ProviderProtocol {
  const { provider, clock } = deps;

  async function open(
    metadata: SamlMetadata,
    { requestId, at }: { requestId: string; at: string },
  ): Promise<SAML> {
    const saml = await library();
    return new saml.SAML({
      callbackUrl: provider.acsAddress,
      entryPoint: metadata.signInAddress,
      issuer: provider.entityId,
      audience: provider.entityId,
      idpIssuer: metadata.entityId,
      idpCert: metadata.certificates,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: skewMs,
      disableRequestedAuthnContext: true,
      identifierFormat: null,
      generateUniqueId: () => requestId,
      validateInResponseTo: saml.ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: requestMs,
      // The request is kept with the sign-in, which ends with its first answer.
      cacheProvider: {
        saveAsync: async (_key, value) => ({ value, createdAt: clock().getTime() }),
        getAsync: async (key) => (key === requestId ? at : null),
        removeAsync: async () => null,
      },
    });
  }

  return {
    async begin(handle) {
      // An XML id begins with no digit.
      const kept = { requestId: `_${newOpaqueToken()}`, at: clock().toISOString() };
      const saml = await open(await deps.metadata(), kept);
      return { address: await saml.getAuthorizeUrlAsync(handle, undefined, {}), kept };
    },
    async prove(answer, _handle, keptText) {
      const kept = Kept.parse(keptText);
      const metadata = await deps.metadata();
      const encoded = answer.get('SAMLResponse') ?? '';
      refuseDocument(Buffer.from(encoded, 'base64').toString('utf8'));
      const saml = await open(metadata, kept);
      const { profile } = await saml
        .validatePostResponseAsync({ SAMLResponse: encoded })
        .catch((error: unknown) => {
          throw refusalOf(error);
        });
      const { id, notOnOrAfter, proof } = readAssertion(profile?.getAssertion?.(), {
        issuer: metadata.entityId,
        recipient: provider.acsAddress,
        inResponseTo: kept.requestId,
      });
      const isFirst = await deps.useAssertion(
        `${metadata.entityId} ${id}`,
        new Date(Math.max(notOnOrAfter.getTime(), clock().getTime()) + requestMs),
      );
      if (!isFirst) throw refusedAnswer('its assertion was used before');
      return proof;
    },
    // Single logout is not spoken: the session at the provider stays.
    signOutAddress: async () => undefined,
  };
}

/** The provider's own no is told as such; everything else is a fault of its answer. */
function refusalOf(error: unknown): Error {
  const said = /^SAML provider returned \w+ error/.test(messageOf(error));
  return said
    ? forbidden(
        'The identity provider did not let you in. Ask whoever runs it for access to this application.',
        {
          code: 'ProviderRefused',
          cause: error,
        },
      )
    : refusedAnswer(messageOf(error), error);
}
