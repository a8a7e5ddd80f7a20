import { readSchema } from '@margay/schema';
import type { SchemaField, ValueSchema } from '@margay/schema';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const stringSamples: Record<string, string> = {
  ip: '192.0.2.10',
  net_addr: '192.0.2.10:443',
  domain: 'example.com',
  hostname: 'host.example.com',
  url: 'https://example.com/',
  email: 'someone@example.com',
  mac: '00:00:5e:00:53:01',
};

/** An event the schema accepts, from its required fields; undefined where its lines are not plain JSON. */
export function sampleEventOf(
  spec: string,
  name: string,
  isManaged: boolean,
  now: Date,
): Record<string, unknown> | undefined {
  const { schema } = readSchema(spec, { owner: isManaged ? 'managed' : 'user', name });
  if (!schema || schema.parser.kind !== 'native') return undefined;
  const required = schema.fields.filter((field) => field.required);
  const chosen = required.length > 0 ? required : schema.fields.slice(0, 3);
  return objectOf(chosen, now);
}

/**
 * An event of a detection's test as a sender would send it: with what the schema requires, at this moment, and under the
 * names fields have before they are renamed. Undefined where the lines of the log type are not plain JSON.
 */
export function sampleOfTest(
  spec: string,
  logType: string,
  isManaged: boolean,
  testEvent: Readonly<Record<string, unknown>>,
  now: Date,
): Record<string, unknown> | undefined {
  const event = sampleEventOf(spec, logType, isManaged, now);
  const { schema } = readSchema(spec, { owner: isManaged ? 'managed' : 'user', name: logType });
  if (!event || !schema) return undefined;
  for (const [key, value] of Object.entries(testEvent)) {
    if (key.startsWith('p_')) continue;
    const field = schema.fields.find((one) => one.name === key);
    if (field?.value.type === 'timestamp') continue;
    const isText = field !== undefined && 'isEmbeddedJson' in field.value && field.value.isEmbeddedJson;
    const name = field?.rename ?? key;
    event[name] = isText && typeof value !== 'string' ? JSON.stringify(value) : over(event[name], value);
  }
  return event;
}

const Tested = z.object({
  'x-tests': z.array(z.object({ input: z.optional(z.unknown()), error: z.optional(z.unknown()) })),
});

/** A line of text the schema accepts: of the first of its own tests that gives an event. Undefined where it has none. */
export function sampleLineOf(spec: string): string | undefined {
  const tests = Tested.safeParse(parse(spec)).data?.['x-tests'] ?? [];
  const line = tests.find(({ input, error }) => typeof input === 'string' && error === undefined)?.input;
  return typeof line === 'string' ? line : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a test says of a field, on top of what the schema requires inside of it. */
function over(required: unknown, value: unknown): unknown {
  if (!isObject(required) || !isObject(value)) return value;
  return { ...required, ...value };
}

function objectOf(fields: readonly SchemaField[], now: Date): Record<string, unknown> {
  const event: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.copy || field.concat || field.split) continue;
    event[field.rename ?? field.name] = valueOf(field.value, now);
  }
  return event;
}

function valueOf(value: ValueSchema, now: Date): unknown {
  switch (value.type) {
    case 'string':
      return textOf(value);
    case 'timestamp':
      return timeOf(value.formats, now);
    case 'boolean':
      return true;
    case 'array':
      return embedded(value.isEmbeddedJson, [valueOf(value.element, now)]);
    case 'object':
      return embedded(
        value.isEmbeddedJson,
        objectOf(
          value.fields.filter((field) => field.required),
          now,
        ),
      );
    case 'json':
      return embedded(value.isEmbeddedJson, {});
    default:
      return 1;
  }
}

function embedded(isEmbedded: boolean, value: unknown): unknown {
  return isEmbedded ? JSON.stringify(value) : value;
}

function textOf(value: Extract<ValueSchema, { type: 'string' }>): string {
  const allowed = value.validate?.allow?.[0];
  if (allowed !== undefined) return allowed;
  if (value.validate?.cidr) return '192.0.2.0/24';
  if (value.validate?.ip) return value.validate.ip === 'ipv6' ? '2001:db8::1' : '192.0.2.10';
  return stringSamples[value.indicators[0] ?? ''] ?? 'sample';
}

/** The easiest of the formats; the rest are strftime patterns, for which RFC 3339 is the best guess. */
function timeOf(formats: readonly string[], now: Date): unknown {
  if (formats.includes('rfc3339') || formats.includes('unix_auto')) return now.toISOString();
  const seconds = Math.floor(now.getTime() / 1000);
  if (formats.includes('unix')) return seconds;
  if (formats.includes('unix_ms')) return now.getTime();
  if (formats.includes('unix_us')) return now.getTime() * 1000;
  if (formats.includes('unix_ns')) return `${now.getTime()}000000`;
  return now.toISOString();
}
