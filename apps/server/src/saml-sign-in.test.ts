import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newSigningKey } from './testing/identity-providers/certificate.ts';
import {
  ann,
  startSamlServer,
  type SamlAnswer,
  type SamlRequest,
  type SamlServer,
} from './testing/identity-providers/saml-server.ts';
import { claimsOf, startSsoServer, type SsoServer } from './testing/identity-providers/sso-server.ts';
import { codeIn, newVisitor, type Visitor } from './testing/identity-providers/visitor.ts';

// People of a SAML identity provider come in, and whoever forges its word does not.
let sso: SsoServer;
let provider: SamlServer;
const settings = (change: Record<string, unknown> = {}) => ({
  protocol: 'SAML',
  metadataAddress: provider.metadataAddress,
  defaultRole: 'AnalystReadOnly',
  ...change,
});

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  provider = await startSamlServer();
  sso = await startSsoServer();
  expect(await sso.save(settings())).toBeUndefined();
}, 240_000);
afterAll(async () => {
  await provider?.close();
  await sso?.stop();
  vi.restoreAllMocks();
});

async function begin(visitor: Visitor): Promise<SamlRequest> {
  const { location } = await visitor.go(visitor.authorizeAddress());
  return provider.readRequest(location);
}
/** The response posted by the browser; gives where it ends. */
async function post(visitor: Visitor, request: SamlRequest, xml: string): Promise<string> {
  const { location } = await visitor.postForm(request.acs, {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: request.relayState,
  });
  return visitor.follow(location, `${sso.url}/oauth/`);
}
async function signIn(answer: SamlAnswer = {}) {
  const visitor = newVisitor(sso.url);
  const request = await begin(visitor);
  return visitor.exchange(codeIn(await post(visitor, request, provider.respond(request, answer))));
}

describe('somebody of a SAML identity provider', () => {
  it('gets a session with the attributes that the provider sends', async () => {
    const { status, id_token } = await signIn();
    expect(status).toBe(200);
    expect(claimsOf(id_token)).toMatchObject({
      email: 'ann@example.com',
      given_name: 'Ann',
      family_name: 'Smith',
      role: 'AnalystReadOnly',
      identities: [{ providerType: 'SAML', providerName: provider.entityId, userId: 'ann' }],
    });
  });

  it('may come without a name and an email', async () => {
    const { id_token } = await signIn({ nameId: 'nameless', attributes: {} });
    expect(claimsOf(id_token)).toMatchObject({ email: '', given_name: '', family_name: '' });
    const other = await signIn({ nameId: 'nameless-too', attributes: {} });
    expect(other.id_token).toBeDefined();
    expect(claimsOf(other.id_token)['sub']).not.toBe(claimsOf(id_token)['sub']);
  });

  it('is the whole of a NameID, whatever is written between its letters', async () => {
    await signIn({ nameId: 'eve@example.com' });
    const { id_token } = await signIn({ nameId: 'eve@example.com<!-- -->.evil.example' });
    expect(claimsOf(id_token)['identities']).toMatchObject([{ userId: 'eve@example.com.evil.example' }]);
  });

  it('has the role that an attribute names, where that is on', async () => {
    const byGroup = {
      rolesFromProvider: true,
      roleAttribute: 'groups',
      roleByValue: { soc: 'Analyst' },
    };
    expect(await sso.save(settings(byGroup))).toBeUndefined();
    expect(claimsOf((await signIn()).id_token)['role']).toBe('Analyst');
    await sso.save(settings());
  });

  it('is told when the provider says no', async () => {
    expect(await signIn({ refuses: true })).toMatchObject({
      error: 'access_denied',
      error_description: expect.stringContaining('did not let you in') as string,
    });
  });

  it('comes in with metadata that were pasted, too', async () => {
    expect(
      await sso.save({ ...settings({ metadataAddress: '', metadataXml: provider.metadata }) }),
    ).toBeUndefined();
    expect((await signIn()).id_token).toBeDefined();
    await sso.save(settings());
  });

  it('finds what the provider needs to know of us', async () => {
    const text = await (await fetch(`${sso.url}/saml2/metadata`)).text();
    expect(text).toContain(`entityID="${sso.url}/saml2/metadata"`);
    expect(text).toContain(`Location="${sso.url}/saml2/idpresponse"`);
    expect((await sso.graphql('{ samlConfig { audience acsUrl } }'))['samlConfig']).toEqual({
      audience: `${sso.url}/saml2/metadata`,
      acsUrl: `${sso.url}/saml2/idpresponse`,
    });
  });
});

describe('a response', () => {
  const stranger = newSigningKey();
  it.each<[string, SamlAnswer, RegExp]>([
    ['without a signature', { signature: 'none' }, /signature/i],
    ['signed with SHA-1', { signature: 'sha1' }, /not SHA-2/],
    ['signed by another key', { key: stranger }, /signature/i],
    ['that has expired', { skew: -400 }, /No valid subject confirmation/],
    ['of tomorrow', { skew: 86_400 }, /not yet valid/],
    ['for another audience', { audience: 'https://other.example' }, /audience/],
    ['for another recipient', { recipient: 'https://other.example/acs' }, /recipient is https:\/\/other/],
    ['of another issuer', { issuer: 'https://other.example' }, /issuer is https:\/\/other/],
    ['to another request', { inResponseTo: '_another' }, /InResponseTo/],
    [
      'about somebody who is new each time',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      /transient/,
    ],
  ])('%s is refused', async (_what, answer, reason) => {
    const reply = await signIn(answer);
    expect(reply).toMatchObject({
      status: 400,
      error: 'access_denied',
      error_description: expect.stringContaining('was not accepted') as string,
    });
    expect(reply.id_token).toBeUndefined();
    expect((await sso.refusals()).at(-1)).toMatch(reason);
  });

  it('is believed while clocks differ by less than a minute', async () => {
    expect((await signIn({ skew: 45 })).id_token).toBeDefined();
    expect((await signIn({ skew: -345 })).id_token).toBeDefined();
  });

  /** What becomes of a good response in the hands of somebody else. */
  async function forged(change: (xml: string) => string) {
    const visitor = newVisitor(sso.url);
    const request = await begin(visitor);
    const xml = change(provider.respond(request));
    return visitor.exchange(codeIn(await post(visitor, request, xml)));
  }
  const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  const evilOf = (assertion: string) =>
    assertion
      .replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '')
      .replaceAll('ann', 'eve')
      .replace(/ID="[^"]+"/, 'ID="_evil"');
  it.each<[string, (xml: string) => string]>([
    ['changed after it was signed', (xml) => xml.replaceAll('ann@example.com', 'eve@example.com')],
    [
      'with a forged assertion before the signed one',
      (xml) => xml.replace(assertionIn(xml), evilOf(assertionIn(xml)) + assertionIn(xml)),
    ],
    [
      'with a forged assertion after the signed one',
      (xml) => xml.replace(assertionIn(xml), assertionIn(xml) + evilOf(assertionIn(xml))),
    ],
    [
      'with the signed assertion inside a forged one',
      (xml) => {
        const whole = assertionIn(xml);
        const evil = evilOf(whole).replace(
          '</saml:Assertion>',
          `<saml:Advice>${whole}</saml:Advice></saml:Assertion>`,
        );
        return xml.replace(whole, evil);
      },
    ],
    [
      'with the signed assertion in an extension',
      (xml) => {
        const whole = assertionIn(xml);
        return xml
          .replace(whole, evilOf(whole))
          .replace('<samlp:Status>', `<samlp:Extensions>${whole}</samlp:Extensions><samlp:Status>`);
      },
    ],
    [
      'with the forged assertion under another prefix',
      (xml) => {
        const whole = assertionIn(xml);
        const evil = evilOf(whole).replaceAll('saml:', 'é:').replace('xmlns:saml', 'xmlns:é');
        return xml.replace(whole, evil + whole);
      },
    ],
    [
      'with a document type',
      (xml) => `<!DOCTYPE r [<!ENTITY name "eve">]>${xml.replace('>Ann<', '>&name;<')}`,
    ],
    ['that is no XML', () => 'hello'],
    ['that is empty', () => ''],
  ])('%s is refused', async (_what, change) => {
    const reply = await forged(change);
    expect(reply).toMatchObject({ status: 400, error: 'access_denied' });
    expect(reply.id_token).toBeUndefined();
  });

  it('counts once', async () => {
    const visitor = newVisitor(sso.url);
    const request = await begin(visitor);
    const xml = provider.respond(request, { id: '_once' });
    expect((await visitor.exchange(codeIn(await post(visitor, request, xml)))).id_token).toBeDefined();
    expect(await post(visitor, request, xml)).toBe(`${sso.url}/oauth/?error=login_expired`);
    // Nor does the provider's own second use of an assertion, in an answer to another request.
    const again = newVisitor(sso.url);
    const next = await begin(again);
    const replayed = provider.respond(next, { id: '_once' });
    expect(await again.exchange(codeIn(await post(again, next, replayed)))).toMatchObject({
      error: 'access_denied',
    });
    expect((await sso.refusals()).at(-1)).toBe('its assertion was used before');
  });

  it('signs in nobody in another browser than the one that began', async () => {
    const attacker = newVisitor(sso.url);
    const request = await begin(attacker);
    const victim = newVisitor(sso.url);
    expect(await post(victim, request, provider.respond(request))).toBe(
      `${sso.url}/oauth/?error=other_browser`,
    );
  });

  it('that nobody asked for is refused', async () => {
    const visitor = newVisitor(sso.url);
    const request = await begin(visitor);
    const unasked = { ...request, relayState: 'made-up' };
    expect(await post(visitor, unasked, provider.respond(request))).toBe(
      `${sso.url}/oauth/?error=login_expired`,
    );
  });
});

describe('the metadata', () => {
  it.each<[string, () => object, RegExp]>([
    [
      'must not be given twice',
      () => ({ metadataXml: provider.metadata }),
      /metadata or their address, not both/,
    ],
    ['must be there', () => ({ metadataAddress: '' }), /Give the address of the metadata/],
    ['must be XML', () => ({ metadataAddress: '', metadataXml: 'hello' }), /cannot be read/],
    [
      'must be of an identity provider',
      () => ({
        metadataAddress: '',
        metadataXml: provider.metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
      }),
      /describes no identity provider/,
    ],
    [
      'must hold a certificate',
      () => ({ metadataAddress: '', metadataXml: provider.metadata.replace(provider.key.certificate, '') }),
      /no certificate/,
    ],
    [
      'must say where a browser is redirected to',
      () => ({ metadataAddress: '', metadataXml: provider.metadata.replaceAll('HTTP-Redirect', 'SOAP') }),
      /HTTP-Redirect/,
    ],
    ['must be reachable', () => ({ metadataAddress: 'http://127.0.0.1:1/' }), /127\.0\.0\.1:1/],
  ])('%s', async (_what, change, said) => {
    expect(await sso.save(settings(change() as Record<string, unknown>))).toMatch(said);
  });

  it('are read anew', async () => {
    const { store } = sso.server.platform;
    await store.query(`update sso_metadata set document = replace(document, $1, $2)`, [
      provider.key.certificate,
      newSigningKey().certificate,
    ]);
    expect(await signIn({ attributes: ann })).toMatchObject({ error: 'access_denied' });
    await sso.server.platform.services.singleSignOn.refreshMetadata();
    expect((await signIn()).id_token).toBeDefined();
  });
});
