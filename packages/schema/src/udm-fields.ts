/** The core fields a schema may map to, with the type of their value. */
const endpoint = {
  address: 'string',
  ip: 'ip',
  domain: 'string',
  mac: 'string',
  port: 'int',
  bytes: 'bigint',
} as const;

const user = {
  name: 'string',
  full_name: 'string',
  email: 'string',
  provider_id: 'string',
  domain: 'string',
  arns: 'list',
} as const;

export type UdmFieldType = 'string' | 'ip' | 'int' | 'bigint' | 'list';

/** Core field name (`source.ip`) to its type; `list` fields gather the values of all their paths. */
export const udmFields: Record<string, UdmFieldType> = {
  ...prefixed('source', endpoint),
  ...prefixed('destination', { ...endpoint, arns: 'list' }),
  ...prefixed('user', user),
};

function prefixed(prefix: string, fields: Record<string, UdmFieldType>): Record<string, UdmFieldType> {
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [`${prefix}.${name}`, type]));
}
