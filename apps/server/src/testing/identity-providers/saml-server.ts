import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { newSigningKey, type SigningKey } from './certificate.ts';

/** What an assertion says, and in which way it is wrong. */
export interface SamlAnswer {
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Record<string, readonly string[]>;
  issuer?: string;
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  /** Seconds that its clock is ahead. */
  skew?: number;
  signature?: 'sha256' | 'sha1' | 'none';
  key?: SigningKey;
  /** Of the assertion; the same one twice is a replay. */
  id?: string;
  /** A status other than success, and no assertion. */
  refuses?: boolean;
}

/** A request for a sign-in, as it came with the browser. */
export interface SamlRequest {
  id: string;
  acs: string;
  audience: string;
  relayState: string;
}

export interface SamlServer {
  metadataAddress: string;
  metadata: string;
  entityId: string;
  key: SigningKey;
  /** What the page of the provider answers with; the honest answer of Ann where nothing is said. */
  answerWith(answer: SamlAnswer): void;
  readRequest(address: string): SamlRequest;
  /** The response in XML, signed. */
  respond(request: SamlRequest, answer?: SamlAnswer): string;
  close(): Promise<void>;
}

const names = 'urn:oasis:names:tc:SAML:2.0:';
const newId = () => `_${randomBytes(16).toString('hex')}`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const ann = {
  PantherEmail: ['ann@example.com'],
  PantherFirstName: ['Ann'],
  PantherLastName: ['Smith'],
  groups: ['soc'],
};

function assertionOf(request: SamlRequest, answer: SamlAnswer, entityId: string): string {
  const {
    nameId = 'ann',
    nameIdFormat = `${names}nameid-format:persistent`,
    attributes = ann,
    issuer = entityId,
    audience = request.audience,
    recipient = request.acs,
    inResponseTo = request.id,
    skew = 0,
    id = newId(),
  } = answer;
  const at = (seconds: number) => new Date(Date.now() + (seconds + skew) * 1000).toISOString();
  const statements = Object.entries(attributes)
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${escaped(name)}">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('');
  return `<saml:Assertion xmlns:saml="${names}assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="${names}cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" NotOnOrAfter="${at(300)}" Recipient="${recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>${names}ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${statements}</saml:AttributeStatement></saml:Assertion>`;
}

function signed(
  xml: string,
  { signature = 'sha256', key }: { signature?: SamlAnswer['signature']; key: SigningKey },
): string {
  if (signature === 'none') return xml;
  const methods =
    signature === 'sha256'
      ? ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256']
      : ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'];
  const [signatureAlgorithm = '', digestAlgorithm = ''] = methods;
  const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm,
    canonicalizationAlgorithm: canonical,
  });
  const assertion = "//*[local-name()='Assertion']";
  signer.addReference({
    xpath: assertion,
    digestAlgorithm,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
  });
  signer.computeSignature(xml, {
    location: { reference: `${assertion}/*[local-name()='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/**
 * A SAML identity provider that signs in whoever comes: its page posts an answer at once. What it answers can be made wrong
 * in many ways.
 */
export async function startSamlServer(): Promise<SamlServer> {
  const key = newSigningKey();
  let planned: SamlAnswer = {};
  let origin = '';
  const entityIdOf = () => `${origin}/metadata`;
  const metadataOf = () =>
    `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="${names}metadata" entityID="${entityIdOf()}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${names}protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${key.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="${names}bindings:HTTP-POST" Location="${origin}/post"/><md:SingleSignOnService Binding="${names}bindings:HTTP-Redirect" Location="${origin}/sso?tenant=1"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

  function readRequest(address: string): SamlRequest {
    const { searchParams } = new URL(address, origin);
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
    return {
      id: found(/ ID="([^"]+)"/),
      acs: found(/AssertionConsumerServiceURL="([^"]+)"/),
      audience: found(/<(?:\w+:)?Issuer[^>]*>([^<]+)</),
      relayState: searchParams.get('RelayState') ?? '',
    };
  }
  function respond(request: SamlRequest, answer: SamlAnswer = {}): string {
    const status = answer.refuses === true ? 'Responder' : 'Success';
    const assertion = answer.refuses === true ? '' : assertionOf(request, answer, entityIdOf());
    const xml = `<samlp:Response xmlns:samlp="${names}protocol" ID="${newId()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${request.acs}" InResponseTo="${answer.inResponseTo ?? request.id}"><saml:Issuer xmlns:saml="${names}assertion">${answer.issuer ?? entityIdOf()}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${names}status:${status}"/></samlp:Status>${assertion}</samlp:Response>`;
    return answer.refuses === true ? xml : signed(xml, { ...answer, key: answer.key ?? key });
  }

  const server = createServer((request, reply) => {
    if (request.url?.startsWith('/metadata') === true) {
      reply.setHeader('content-type', 'application/samlmetadata+xml');
      reply.end(metadataOf());
      return;
    }
    const asked = readRequest(request.url ?? '');
    const response = Buffer.from(respond(asked, planned)).toString('base64');
    reply.setHeader('content-type', 'text/html');
    reply.end(
      `<!doctype html><title>Provider</title><form method="post" action="${asked.acs}"><input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="${escaped(asked.relayState)}"><button>Continue</button></form><script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    metadataAddress: `${origin}/metadata`,
    metadata: metadataOf(),
    entityId: entityIdOf(),
    key,
    answerWith(answer) {
      planned = answer;
    },
    readRequest,
    respond,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
