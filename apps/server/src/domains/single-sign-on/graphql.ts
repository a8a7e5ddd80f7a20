import type { GraphqlParts } from '../../api/builder.ts';
import { singleSignOnAccess } from './access.ts';
import type { Addresses } from './console-client.ts';

export function singleSignOnTypes({ builder }: GraphqlParts): void {
  const Config = builder.objectRef<{ addresses: Addresses }>('SamlConfig').implement({
    description: 'Single sign-on, by SAML or OpenID Connect.',
    auth: 'with-parent',
    fields: (t) => ({
      defaultRoleId: t.id({
        description: 'Role of people whom nobody gave another; null while single sign-on is off.',
        nullable: true,
        resolve: (_config, _args, { services }) => services.singleSignOn.defaultRoleId(),
      }),
      audience: t.string({
        description: 'Our entity id, for a SAML identity provider.',
        resolve: ({ addresses }) => addresses.entityId,
      }),
      acsUrl: t.string({
        description: 'Our assertion consumer service, for a SAML identity provider.',
        resolve: ({ addresses }) => addresses.acs,
      }),
      redirectUrl: t.string({
        description: 'For an OpenID Connect provider.',
        resolve: ({ addresses }) => addresses.oidcRedirect,
      }),
      signOutUrl: t.string({
        description: 'Where an OpenID Connect provider sends the browser after it has signed out there.',
        resolve: ({ addresses }) => addresses.signIn,
      }),
    }),
  });
  builder.queryFields((t) => ({
    samlConfig: t.field({
      type: Config,
      auth: singleSignOnAccess.readAddresses,
      resolve: (_root, _args, { services }) => ({ addresses: services.singleSignOn.addresses() }),
    }),
  }));
}
