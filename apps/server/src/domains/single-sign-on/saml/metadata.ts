import { xmlElementToJson } from '@margay/ingest';
import { invalidInput } from '@margay/kit';

/** What is needed of a SAML identity provider. */
export interface SamlMetadata {
  entityId: string;
  /** Where the browser is sent with a request, by redirect. */
  signInAddress: string;
  /** In base64, as the metadata holds them. One of them signs. */
  certificates: string[];
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const mostLevels = 30;

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of that name, whatever their prefix. */
const named = (node: Node, name: string): unknown[] =>
  Object.entries(node)
    .filter(([key]) => key === name || key.endsWith(`:${name}`))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]));
const children = (node: Node, name: string): Node[] => named(node, name).filter(isNode);
const textOf = (value: unknown): string => {
  const text = isNode(value) ? value['#text'] : value;
  return typeof text === 'string' ? text : '';
};
const attribute = (node: Node, name: string): string => textOf(node[name]);

const fault = (message: string, field: string) => invalidInput(message, { details: { field } });

/** Reads the metadata of one identity provider. Throws `InvalidInput` with what is missing; `field` is where it came from. */
export function readSamlMetadata(xml: string, field: string): SamlMetadata {
  if (/<!DOCTYPE/i.test(xml))
    throw fault(
      'The metadata of the identity provider declares a document type, which is not accepted.',
      field,
    );
  const root = rootOf(xml, field);
  const entities = root.name === 'EntitiesDescriptor' ? children(root.node, 'EntityDescriptor') : [root.node];
  const providers = entities.filter((entity) => children(entity, 'IDPSSODescriptor').length > 0);
  const [entity] = providers;
  if (entity === undefined || providers.length > 1)
    throw fault(
      providers.length === 0
        ? 'The metadata describes no identity provider (IDPSSODescriptor). Take those of the provider, not those of an application.'
        : `The metadata describes ${providers.length} identity providers. Give the metadata of one.`,
      field,
    );
  const descriptors = children(entity, 'IDPSSODescriptor');
  const signInAddress = descriptors
    .flatMap((descriptor) => children(descriptor, 'SingleSignOnService'))
    .filter((service) => attribute(service, 'Binding') === redirectBinding)
    .map((service) => attribute(service, 'Location'))
    .find((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol));
  if (signInAddress === undefined)
    throw fault('The metadata has no SingleSignOnService with the binding HTTP-Redirect.', field);
  const certificates = descriptors
    .flatMap((descriptor) => children(descriptor, 'KeyDescriptor'))
    .filter((key) => ['', 'signing'].includes(attribute(key, 'use')))
    .flatMap((key) => children(key, 'KeyInfo'))
    .flatMap((info) => children(info, 'X509Data'))
    .flatMap((data) => named(data, 'X509Certificate'))
    .map((certificate) => textOf(certificate).replaceAll(/\s/g, ''))
    .filter((certificate) => /^[A-Za-z0-9+/]+=*$/.test(certificate));
  if (certificates.length === 0)
    throw fault('The metadata has no certificate to check signatures with.', field);
  const entityId = attribute(entity, 'entityID');
  if (entityId === '') throw fault('The metadata has no entityID.', field);
  return { entityId, signInAddress, certificates };
}

/** The outermost element; comments and declarations before it are passed over. */
function rootOf(xml: string, field: string): { name: string; node: Node } {
  const name = /<(?:[^\s<>/!?]+:)?(EntityDescriptor|EntitiesDescriptor)[\s>]/.exec(xml)?.[1];
  const read = xmlElementToJson(xml, mostLevels);
  if (name === undefined || 'error' in read || !isNode(read.value))
    throw fault(
      `The metadata cannot be read: ${'error' in read ? read.error : 'it holds no EntityDescriptor'}. It begins like <md:EntityDescriptor entityID=…>.`,
      field,
    );
  return { name, node: read.value };
}
