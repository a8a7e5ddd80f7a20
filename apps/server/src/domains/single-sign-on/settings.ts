import { field, optionalWebAddress } from '@margay/settings';
import * as z from 'zod';
import { defineSettingGroup } from '../organization/index.ts';

const withProvider = { field: 'protocol', oneOf: ['OIDC', 'SAML'] };
const withOidc = { field: 'protocol', oneOf: ['OIDC'] };
const withSaml = { field: 'protocol', oneOf: ['SAML'] };
const text = (longest = 500) => z.string().trim().max(longest).optional();

/**
 * How people sign in with the identity provider of their organization. Whoever changes it decides who is who, so that it
 * needs what makes somebody an administrator.
 */
export const singleSignOnSettings = defineSettingGroup({
  id: 'single-sign-on',
  title: 'Single sign-on',
  description:
    'People sign in with the identity provider of your organization, by OpenID Connect or SAML 2.0. Somebody who was never here gets an account at the first sign-in.',
  changedBy: ['GeneralSettingsModify', 'UserModify'],
  settings: z.object({
    protocol: field(z.enum(['off', 'OIDC', 'SAML']).default('off'), {
      label: 'Identity provider',
      optionLabels: { off: 'None', OIDC: 'OpenID Connect', SAML: 'SAML 2.0' },
    }),
    issuer: field(optionalWebAddress(), {
      label: 'Issuer',
      help: 'The address of the provider, as its tokens name it. Its configuration is read below it at /.well-known/openid-configuration.',
      placeholder: 'https://example.okta.com',
      shownWhen: withOidc,
      required: true,
    }),
    clientId: field(text(), { label: 'Client ID', shownWhen: withOidc, required: true }),
    clientSecret: field(text(1_000), {
      label: 'Client secret',
      help: 'Leave it empty for a public client, which the provider trusts by PKCE alone.',
      secret: true,
      sentTo: 'issuer',
      shownWhen: withOidc,
    }),
    scopes: field(z.string().trim().max(500).default('openid email profile'), {
      label: 'Scopes',
      help: 'What the provider is asked for. Some send groups only for a scope of its own.',
      shownWhen: withOidc,
    }),
    metadataAddress: field(optionalWebAddress(), {
      label: 'Metadata address',
      help: 'Read when you save, and once a day for new certificates.',
      placeholder: 'https://example.okta.com/app/abc/sso/saml/metadata',
      shownWhen: withSaml,
    }),
    metadataXml: field(text(500_000), {
      label: 'Metadata',
      help: 'The XML itself, where the provider has no address for it. Paste it again when a certificate changes.',
      kind: 'textarea',
      shownWhen: withSaml,
    }),
    defaultRole: field(text(100), {
      label: 'Default role',
      help: 'Name of the role that people have until somebody gives them another.',
      placeholder: 'AnalystReadOnly',
      shownWhen: withProvider,
      required: true,
    }),
    rolesFromProvider: field(z.boolean().default(false), {
      label: 'Take roles from the provider',
      help: 'Whoever decides about this attribute at the provider then decides about roles here, Admin too if a value stands for it.',
      shownWhen: withProvider,
    }),
    roleAttribute: field(text(), {
      label: 'Attribute or claim',
      placeholder: 'groups',
      shownWhen: { field: 'rolesFromProvider', oneOf: ['true'] },
      required: true,
    }),
    roleByValue: field(z.record(z.string().max(500), z.string().trim().max(100)).optional(), {
      label: 'Role of each value',
      help: 'A value of the attribute, and the name of the role it stands for. Who has several gets the role with the most permissions.',
      shownWhen: { field: 'rolesFromProvider', oneOf: ['true'] },
      required: true,
    }),
    asksSecondFactor: field(z.boolean().default(false), {
      label: 'Ask for a second factor here too',
      help: 'Without this, the sign-in at the provider is enough, whatever it asks for.',
      shownWhen: withProvider,
    }),
    enforced: field(z.boolean().default(false), {
      label: 'Single sign-on only',
      help: 'Passwords open nothing any more, except for an Admin at /sign-in/?local=1. At least one enabled Admin must sign in with the provider.',
      shownWhen: withProvider,
    }),
  }),
});

export type SingleSignOnSettings = z.output<typeof singleSignOnSettings.settings>;
