import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startOidcServer,
  type OidcServer,
} from '../../apps/server/src/testing/identity-providers/oidc-server.ts';
import {
  startSamlServer,
  type SamlServer,
} from '../../apps/server/src/testing/identity-providers/saml-server.ts';
import { signIn, startTestBrowser, type TestBrowser } from '../support/browser.ts';
import { see } from '../support/see.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** An administrator connects the identity provider of the organization, and its people come in. */
let server: TestServer;
let browser: TestBrowser;
let oidc: OidcServer;
let saml: SamlServer;
let admin: Page;
const people = {
  ann: { email: 'ann@example.com', email_verified: true, given_name: 'Ann', family_name: 'Smith' },
};

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      MARGAY_ROLES: 'api',
      MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true',
      MARGAY_FEATURE_FLAGS: 'ENABLE_SUPPORT_SIGN_IN=on',
    },
  });
  oidc = await startOidcServer({
    redirectUri: `${server.url}/oauth2/idpresponse`,
    signOutUri: `${server.url}/sign-in/`,
    people,
  });
  saml = await startSamlServer();
  browser = await startTestBrowser();
  admin = await browser.open();
  await signIn(admin, server);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await oidc?.close();
  await saml?.close();
  await server?.stop();
});

const settings = `mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { id } }`;
const save = (values: Record<string, unknown>) =>
  server.graphql(settings, { input: { id: 'single-sign-on', values } });
const profileOf = (page: Page, name: string) => page.getByRole('button', { name: `Profile of ${name}` });
const ssoButton = (page: Page) => page.getByRole('button', { name: 'Sign in with SSO' });
async function sayWho(page: Page, name: string): Promise<void> {
  await page.getByLabel('Who are you?').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('OpenID Connect', () => {
  it('is set up in the general settings, with what the provider needs to copy', async () => {
    await admin.goto(`${server.url}/settings/general/?tab=single-sign-on`);
    await admin.getByLabel('Identity provider').click();
    await admin.getByRole('option', { name: 'OpenID Connect' }).click();
    await see(admin.getByText(`${server.url}/oauth2/idpresponse`));
    await admin.getByLabel('Issuer').fill(oidc.issuer);
    await admin.getByLabel('Client ID').fill(oidc.clientId);
    await admin.getByLabel('Client secret').fill(oidc.clientSecret);
    await admin.getByLabel('Default role').fill('Analyst');
    await admin.getByRole('button', { name: 'Save' }).click();
    await see(admin.getByText('Single sign-on saved'));
  });

  it('is tried out without signing anybody in', async () => {
    await admin.getByRole('button', { name: 'Try it' }).click();
    await sayWho(admin, 'ann');
    await see(admin.getByText('The identity provider answered'));
    await see(admin.getByText('ann@example.com').first());
    await see(profileOf(admin, 'First Administrator'));
  });

  it('[000-2.6] [000-4.15] signs somebody in who goes on where they were going', async () => {
    const page = await browser.open();
    await page.goto(`${server.url}/settings/users/`);
    await ssoButton(page).click();
    await sayWho(page, 'ann');
    await page.waitForURL(`${server.url}/settings/users/**`);
    await see(profileOf(page, 'Ann Smith'));
    // Who is signed in has no business at the page of the way back.
    await page.goto(`${server.url}/oauth/`);
    await page.waitForURL((url) => !url.pathname.startsWith('/oauth'));
    await page.context().close();
  });

  it('[000-6.66] [000-6.67] [002-5.78] leaves name, email and profile to the provider', async () => {
    const page = await browser.open();
    await page.goto(`${server.url}/sign-in/`);
    await ssoButton(page).click();
    await sayWho(page, 'ann');
    await profileOf(page, 'Ann Smith').click();
    const entry = page.getByRole('menuitem', { name: 'Profile Settings' });
    await see(entry);
    expect(await entry.isDisabled()).toBe(true);
    await page.context().close();
    await admin.goto(`${server.url}/settings/users/`);
    await admin.getByRole('row', { name: 'Ann Smith' }).click();
    const form = admin.getByRole('dialog', { name: 'Edit User' });
    await see(form.getByText('Name and email come from the identity provider'));
    for (const field of ['First name', 'Last name', 'Email'])
      expect(await form.getByLabel(field, { exact: true }).isDisabled()).toBe(true);
  });

  it("[000-6.63] [002-6.2] shows the pseudo-role 'SAML Default' in the list and in the form", async () => {
    const form = admin.getByRole('dialog', { name: 'Edit User' });
    expect(await form.getByRole('radio', { name: /^Analyst \(SAML Default\)/ }).isChecked()).toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await see(admin.getByRole('row', { name: 'Ann Smith' }).getByText('Analyst (SAML Default)'));
  });

  it('[000-4.16] [000-7.8] signs out at the provider and comes back to sign-in', async () => {
    const page = await browser.open();
    await page.goto(`${server.url}/sign-in/`);
    await ssoButton(page).click();
    await sayWho(page, 'ann');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await profileOf(page, 'Ann Smith').click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(`${oidc.issuer}/session/end**`);
    const leaving = asked.find((address) => address.startsWith(`${server.url}/logout`)) ?? '';
    expect(new URL(leaving).searchParams.get('client_id')).toBe('margay-console');
    expect(new URL(leaving).searchParams.get('logout_uri')).toBe(`${server.url}/sign-in/`);
    await page.getByRole('button', { name: /Yes/ }).click();
    await page.waitForURL(`${server.url}/sign-in/**`);
    await page.context().close();
  });

  it('says what is wrong when somebody comes back without having left', async () => {
    const page = await browser.open();
    await page.goto(`${server.url}/oauth/?code=stolen&state=guessed`);
    await see(page.getByText('You are not signed in'));
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await see(page.getByLabel('Email'));
    await page.context().close();
  });
});

describe('SAML', () => {
  it('signs somebody in with the answer that the provider posts', async () => {
    await save({ protocol: 'SAML', metadataAddress: saml.metadataAddress, defaultRole: 'Analyst' });
    saml.answerWith({
      nameId: 'ben',
      attributes: {
        PantherEmail: ['ben@example.com'],
        PantherFirstName: ['Ben'],
        PantherLastName: ['Young'],
      },
    });
    const page = await browser.open();
    await page.goto(`${server.url}/sign-in/`);
    await ssoButton(page).click();
    await see(profileOf(page, 'Ben Young'));
    await page.context().close();
  });

  it('[000-5.26] [002-5.79] warns people whom the provider does not name', async () => {
    saml.answerWith({ nameId: 'nameless', attributes: {} });
    const page = await browser.open();
    await page.goto(`${server.url}/sign-in/`);
    await ssoButton(page).click();
    await see(
      page.getByText(
        'SAML User Missing Attributes - Contact your administrator to update the attribute mappings in your SAML provider',
      ),
    );
    await page.context().close();
  });

  it('[000-6.76] is the only way where the settings say so, but for administrators in need', async () => {
    const { users } = await server.graphql<{ users: { id: string; email: string }[] }>(
      '{ users { id email } }',
    );
    const ben = users.find(({ email }) => email === 'ben@example.com');
    await server.graphql(
      'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }',
      { input: { id: ben?.id, role: { kind: 'Name', value: 'Admin' } } },
    );
    await save({
      protocol: 'SAML',
      metadataAddress: saml.metadataAddress,
      defaultRole: 'Analyst',
      enforced: true,
    });
    const page = await browser.open();
    await page.goto(`${server.url}/sign-in/`);
    await see(ssoButton(page));
    expect(await page.getByLabel('Email').count()).toBe(0);
    await page.goto(`${server.url}/sign-in/?local=1`);
    await see(page.getByLabel('Email'));
    await page.context().close();
  });
});

it('[000-2.5] [000-6.75] lets a support engineer in with a link that an administrator made', async () => {
  await admin.goto(`${server.url}/settings/users/`);
  await admin.getByRole('button', { name: 'Let support in' }).click();
  const form = admin.getByRole('dialog', { name: 'Support access' });
  await form.getByLabel('First name').fill('Sue');
  await form.getByLabel('Last name').fill('Port');
  await form.getByLabel('Email').fill('sue@support.example');
  await form.getByLabel('Role').click();
  await admin.getByRole('option', { name: 'AnalystReadOnly' }).click();
  await form.getByRole('button', { name: 'Let in' }).click();
  const link = await form.getByRole('region', { name: 'Support link' }).locator('code').innerText();
  const page = await browser.open();
  await page.goto(link.trim());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see(profileOf(page, 'Sue Port'));
  expect(browser.errors()).toEqual([]);
});
