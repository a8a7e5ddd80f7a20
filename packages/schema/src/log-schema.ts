/** A validated log schema: what `readSchema` makes of the YAML text. References are resolved, defaults filled in. */

export const fieldTypes = [
  'string',
  'int',
  'smallint',
  'bigint',
  'float',
  'boolean',
  'timestamp',
  'array',
  'object',
  'json',
] as const;
export type FieldTypeName = (typeof fieldTypes)[number];

export const indicatorNames = [
  'actor_id',
  'aws_account_id',
  'aws_arn',
  'aws_arn_only',
  'aws_instance_id',
  'aws_tag',
  'domain',
  'email',
  'hostname',
  'ip',
  'mac',
  'md5',
  'net_addr',
  'serial_number',
  'sha1',
  'sha256',
  'trace_id',
  'url',
  'username',
] as const;
export type IndicatorName = (typeof indicatorNames)[number];

export const addressFamilies = ['any', 'ipv4', 'ipv6'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

/** All given rules must hold, except that `deny` is ignored beside `allow`. */
export interface ValueRules {
  allow?: string[];
  deny?: string[];
  ip?: AddressFamily;
  cidr?: AddressFamily;
}

export const maskTypes = ['md5', 'sha1', 'sha256', 'sha512', 'redact'] as const;
export type MaskSpec =
  | { type: 'md5' | 'sha1' | 'sha256' | 'sha512'; salt: string }
  | { type: 'redact'; to: string };

export type ValueSchema =
  | { type: 'string'; indicators: IndicatorName[]; validate?: ValueRules }
  | { type: 'int' | 'smallint' | 'bigint' | 'float' | 'boolean' }
  | { type: 'timestamp'; formats: string[]; isEventTime: boolean; isExpiration: boolean }
  | { type: 'array'; element: ValueSchema; isEmbeddedJson: boolean }
  | { type: 'object'; fields: SchemaField[]; isEmbeddedJson: boolean }
  | { type: 'json'; isEmbeddedJson: boolean };

export interface SchemaField {
  /** Key in the log, case-sensitive. */
  name: string;
  /** Name in events, tables and queries: `name` made column-safe. */
  column: string;
  required: boolean;
  description?: string;
  isDiscovered: boolean;
  value: ValueSchema;
  /** Sibling key this field's value comes from. */
  rename?: string;
  /** Dotted path from the root of the entry. */
  copy?: string;
  concat?: { paths: string[]; separator: string };
  split?: { from: string; separator: string; index: number };
  mask?: MaskSpec;
}

export interface TextOptions {
  /** Captured values that mean "nothing". */
  emptyValues: string[];
  trimSpace: boolean;
  /** Further fields: name to template with `%{other}` placeholders. */
  expandFields: Record<string, string>;
  /** Entries that begin so are skipped: comments, usually. */
  skipPrefix: string;
  /** Entries to skip at the start of a stream. */
  skipLines: number;
}

export type ParserSpec =
  | { kind: 'native' }
  | {
      kind: 'csv';
      delimiter: ',' | '\t' | ' ' | '|';
      hasHeader: boolean;
      columns: string[];
      /** Names that tell a header line from a line of data; absent: the first line of a stream is the header. */
      headerNames?: string[];
      /** Columns of a stream that begins without a header line (`x-default-columns` of managed schemas). */
      defaultColumns?: string[];
      options: TextOptions;
    }
  | { kind: 'fastmatch'; match: string[]; options: TextOptions }
  | { kind: 'regex'; match: string[]; patternDefinitions: Record<string, string>; options: TextOptions }
  | { kind: 'script'; function: string };

export interface UdmMapping {
  /** For instance `source.ip`. */
  name: string;
  /** Dotted paths of schema field names; the first with a value wins, lists collect all. */
  paths: string[];
}

export interface LogSchema {
  /** The log type, for instance `AWS.CloudTrail` or `Custom.MyApp.Audit`. */
  name: string;
  description: string;
  referenceUrl: string;
  fieldDiscoveryEnabled: boolean;
  parser: ParserSpec;
  fields: SchemaField[];
  udm: UdmMapping[];
  /** `x-walk: aws`: free-form JSON parts are searched for AWS indicators. */
  walk?: 'aws';
  /** `x-scan`: top-level text fields searched for IP addresses anywhere in the text. */
  scan: string[];
  /** `x-never`: top-level keys that entries of this log type never have; one that does is of another type. */
  never: string[];
  /** `x-any-of`: top-level fields of which an entry of this log type has at least one; none given: no matter. */
  anyOf: string[];
  /** `x-same-format`: log types of one format, which no line tells apart, give the same name here. */
  sameFormat?: string;
  /**
   * `x-group-by`: what events alike have in common, as paths of schema field names from the root. The lake keeps the events
   * of one hour together by these.
   */
  groupBy: string[][];
  /** `x-category`, and every other key that starts with `x-`, as written. */
  extensions: Record<string, unknown>;
}
