import type { IndicatorField } from '@margay/model';
import type { IndicatorName, LogSchema, SchemaField } from '@margay/schema';

/** How values of events are compared with the keys of a table. */
export const keyKinds = ['text', 'folded', 'network'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** What the schema of a table says of its primary key. */
export interface MatchKey {
  /** `folded`: without regard to upper and lower case. `network`: an address matches the narrowest network around it. */
  kind: KeyKind;
  /** The indicator the key is one of: log types without selectors of their own are matched through it. */
  indicator: IndicatorField | null;
}

const fieldOf: Partial<Record<IndicatorName, IndicatorField>> = {
  actor_id: 'p_any_actor_ids',
  aws_account_id: 'p_any_aws_account_ids',
  aws_arn: 'p_any_aws_arns',
  aws_arn_only: 'p_any_aws_arns',
  aws_instance_id: 'p_any_aws_instance_ids',
  aws_tag: 'p_any_aws_tags',
  domain: 'p_any_domain_names',
  email: 'p_any_emails',
  hostname: 'p_any_domain_names',
  ip: 'p_any_ip_addresses',
  mac: 'p_any_mac_addresses',
  md5: 'p_any_md5_hashes',
  net_addr: 'p_any_ip_addresses',
  serial_number: 'p_any_serial_numbers',
  sha1: 'p_any_sha1_hashes',
  sha256: 'p_any_sha256_hashes',
  trace_id: 'p_any_trace_ids',
  username: 'p_any_usernames',
};

/** What is written in any case and means the same. */
const caseless = new Set<IndicatorName>(['domain', 'hostname', 'email', 'md5', 'sha1', 'sha256']);

/** The field a table is keyed by; undefined when the schema has no such top-level field of text or numbers. */
export function keyFieldOf(schema: LogSchema, name: string): SchemaField | undefined {
  const field = schema.fields.find((one) => one.column === name || one.name === name);
  const isScalar = field !== undefined && !['array', 'object', 'json', 'boolean'].includes(field.value.type);
  return isScalar ? field : undefined;
}

export function matchKeyOf({ value }: SchemaField): MatchKey {
  if (value.type !== 'string') return { kind: 'text', indicator: null };
  const { indicators, validate } = value;
  const named = indicators.map((name) => fieldOf[name]).find((field) => field !== undefined);
  if (validate?.cidr !== undefined) return { kind: 'network', indicator: named ?? 'p_any_ip_addresses' };
  const indicator = named ?? (validate?.ip === undefined ? null : 'p_any_ip_addresses');
  return { kind: indicators.some((name) => caseless.has(name)) ? 'folded' : 'text', indicator };
}

/** A value as keys are compared; undefined for what is no key: nothing, lists, objects, booleans. */
export function keyTextOf(value: unknown, kind: KeyKind): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = String(value).trim();
  if (text === '') return undefined;
  return kind === 'folded' ? text.toLowerCase() : text;
}
