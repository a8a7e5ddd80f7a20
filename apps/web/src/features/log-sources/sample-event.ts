import { readSchema } from '@margay/schema';
import type { SchemaField, ValueSchema } from '@margay/schema';

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
