import { invalidInput, messageOf, replyText, type HttpClient } from '@margay/kit';
import { firstRow, type Sql, type Store } from '@margay/store';
import { settingFault, type GroupHooks } from '../organization/index.ts';
import type { RolesService } from '../roles/index.ts';
import type { UsersService } from '../users/index.ts';
import type { Addresses } from './console-client.ts';
import { findMetadata, keepMetadata, type FlowStore } from './flow-store.ts';
import { createOidcProtocol } from './oidc/oidc-protocol.ts';
import type { ProviderProtocol } from './proof.ts';
import { readSamlMetadata, type SamlMetadata } from './saml/metadata.ts';
import { createSamlProtocol } from './saml/saml-protocol.ts';
import { singleSignOnSettings, type SingleSignOnSettings } from './settings.ts';

const fault = (field: string, message: string, cause?: unknown) =>
  invalidInput(message, { details: { field: `values.${field}` }, cause });

const shownFault = (field: string, message: string) => settingFault(singleSignOnSettings, { field, message });

/** The provider that the settings name, and what has to be right before they are saved. */
export function createProviderSettings(deps: {
  store: Store;
  http: HttpClient;
  roles: RolesService;
  users: UsersService;
  flows: FlowStore;
  addresses: () => Addresses;
  clock: () => Date;
}) {
  const { store, http, roles, users, flows, addresses, clock } = deps;
  const known = new WeakMap<SingleSignOnSettings, ProviderProtocol>();

  async function readAddress(address: string): Promise<SamlMetadata> {
    const reply = await http.request({ method: 'GET', url: address, headers: { accept: 'application/xml' } });
    if (reply.status !== 200)
      throw fault('metadataAddress', `The metadata address answered with status ${reply.status}.`);
    const document = replyText(reply);
    const metadata = readSamlMetadata(document, 'values.metadataAddress');
    await keepMetadata(store, { address, document, at: clock() });
    return metadata;
  }
  /** Pasted metadata, else what was read at the address last. */
  async function metadataOf({ metadataXml, metadataAddress }: SingleSignOnSettings): Promise<SamlMetadata> {
    if (metadataXml) return readSamlMetadata(metadataXml, 'values.metadataXml');
    const kept = await findMetadata(store, metadataAddress ?? '');
    return kept === undefined
      ? readAddress(metadataAddress ?? '')
      : readSamlMetadata(kept, 'values.metadataAddress');
  }

  const oidcOf = ({ issuer = '', clientId = '', clientSecret, scopes }: SingleSignOnSettings) =>
    createOidcProtocol({
      settings: { issuer, clientId, clientSecret: clientSecret || undefined, scopes },
      http,
      redirectUri: addresses().oidcRedirect,
      clock,
    });
  const samlOf = (settings: SingleSignOnSettings) =>
    createSamlProtocol({
      metadata: () => metadataOf(settings),
      provider: { entityId: addresses().entityId, acsAddress: addresses().acs },
      useAssertion: flows.useAssertion,
      clock,
    });

  async function assertRoles({ defaultRole = '', roleByValue = {} }: SingleSignOnSettings): Promise<void> {
    const named: [string, string][] = [
      ['defaultRole', defaultRole],
      ...Object.values(roleByValue).map((name): [string, string] => ['roleByValue', name]),
    ];
    for (const [field, name] of named)
      if ((await roles.byName(name)) === undefined)
        throw fault(field, `There is no role ${name}. Settings → User Roles has them all.`);
  }
  async function assertProvider(settings: SingleSignOnSettings): Promise<void> {
    const { protocol, metadataXml, metadataAddress, scopes } = settings;
    if (protocol === 'OIDC' && !scopes.split(/\s+/).includes('openid'))
      throw shownFault('scopes', 'Must name openid: without it the provider does not say who signed in');
    if (protocol === 'SAML' && metadataXml && metadataAddress)
      throw shownFault('metadataXml', 'Give the metadata or their address, not both');
    if (protocol === 'OIDC')
      await oidcOf(settings)
        .configure()
        .catch((error: unknown) => {
          throw fault('issuer', messageOf(error), error);
        });
    else if (metadataXml) readSamlMetadata(metadataXml, 'values.metadataXml');
    else if (metadataAddress)
      await readAddress(metadataAddress).catch((error: unknown) => {
        throw fault('metadataAddress', messageOf(error), error);
      });
    else throw fault('metadataAddress', 'Give the address of the metadata, or the metadata themselves.');
  }

  const hooks: GroupHooks<SingleSignOnSettings> = {
    async beforeSave({ after }) {
      if (after.protocol === 'off') return after;
      await assertRoles(after);
      await assertProvider(after);
      return after;
    },
    async alongside(tx, { after }) {
      if (after.protocol === 'off') return;
      const role = await roles.byName(after.defaultRole ?? '', tx);
      if (role !== undefined) await users.changeDefaultRole(tx, role.id);
      if (after.enforced && !(await hasAdminOfProvider(tx)))
        throw fault(
          'enforced',
          'Nobody could administer any more: no enabled Admin signs in with the identity provider yet. Sign in with it once, have that account made Admin, then turn this on.',
        );
    },
  };

  return {
    hooks,
    metadataOf,
    /** Undefined while single sign-on is off. The same settings give the same provider, with what it has read. */
    protocolOf(settings: SingleSignOnSettings): ProviderProtocol | undefined {
      if (settings.protocol === 'off') return undefined;
      const before = known.get(settings);
      if (before !== undefined) return before;
      const made = settings.protocol === 'OIDC' ? oidcOf(settings) : samlOf(settings);
      known.set(settings, made);
      return made;
    },
    /** Reads metadata anew where they have an address. Throws where it cannot; what was read before goes on counting. */
    async refresh({ protocol, metadataXml, metadataAddress }: SingleSignOnSettings): Promise<void> {
      if (protocol === 'SAML' && !metadataXml && metadataAddress) await readAddress(metadataAddress);
    },
  };
}

/** Whether somebody enabled with the role Admin signs in with the identity provider; guests do not. */
export async function hasAdminOfProvider(sql: Sql): Promise<boolean> {
  const row = await firstRow(
    sql,
    `select 1 from users u join roles r on r.id = u.role_id
     where u.status = 'EXTERNAL_PROVIDER' and u.enabled and u.deleted_at is null and r.name = 'Admin'
       and exists (select 1 from user_identities i where i.user_id = u.id) limit 1`,
  );
  return row !== undefined;
}
