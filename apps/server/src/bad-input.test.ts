import { permissions } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConsoleSchema } from './api/schema.ts';
import { askConsole, documentOf, person } from './api/testing-console.ts';
import { readConfig } from './config.ts';
import { wire, type Platform } from './wire.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

/** One set of values that a hostile or broken client sends wherever a field takes something. */
interface Values {
  text: string;
  number: number;
  moment: string;
  json: unknown;
  /** How many entries lists have. */
  count: number;
}

const usual: Values = { text: 'x', number: 1, moment: '2026-01-02T03:04:05Z', json: {}, count: 1 };
const kinds: Record<string, Values> = {
  'ids that do not exist': { ...usual, text: 'f'.repeat(32) },
  'a text of a megabyte': { ...usual, text: 'x'.repeat(1_000_000), json: 'x'.repeat(1_000_000) },
  'the character U+0000': { ...usual, text: 'a\u0000b', json: { 'a\u0000b': '\u0000' } },
  'half a character, and times no calendar has': {
    ...usual,
    text: 'a\ud800b',
    json: ['\ud800'],
    moment: '+275760-09-13T00:00:00Z',
  },
  'nothing at all': { ...usual, text: '', json: null, count: 0, number: 0 },
  'less than zero, and times before the calendar': {
    ...usual,
    number: -1,
    moment: '-271821-04-20T00:00:00Z',
  },
  'a thousand million': { ...usual, number: 1_000_000_000, moment: '9999-12-31T23:59:59Z' },
  'a cursor of another list': { ...usual, text: btoa(JSON.stringify([8e15, 'x'])) },
  'lists of thousands': { ...usual, count: 3_000 },
  'names of prototypes, quotes and percents': {
    ...usual,
    text: `__proto__'"\`%_\\;--{x:String}$1`,
    json: JSON.parse('{"__proto__": {"a": 1}}') as unknown,
    moment: '0001-01-01T00:00:00Z',
  },
};

const longestValues = 20_000_000;

function valueOf(type: GraphQLInputType, values: Values, depth = 0): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, values, depth);
  if (isListType(type)) {
    const count = values.text.length * values.count > longestValues ? 1 : depth > 2 ? 1 : values.count;
    return Array.from({ length: count }, () => valueOf(type.ofType, values, depth + 1));
  }
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => depth < 4 || isNonNullType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type, values, depth + 1)]));
  }
  switch (type.name) {
    case 'Int':
    case 'Float':
    case 'Long':
      return values.number;
    case 'Boolean':
      return true;
    case 'DateTime':
      return values.moment;
    case 'JSON':
      return values.json;
    default:
      return values.text;
  }
}

describe('bad input', () => {
  let folder: string;
  let platform: Platform;
  let ask: ReturnType<typeof askConsole>;
  const schema = buildConsoleSchema();
  const admin = person('ada', new Set(permissions));

  beforeAll(async () => {
    folder = await newDataFolder('margay-bad-input-');
    platform = await wire(readConfig({ MARGAY_DATA_DIR: folder }), silentLogger);
    ask = askConsole(platform.services);
  });
  afterAll(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const fieldsOf = (kind: 'query' | 'mutation') =>
    Object.values((kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {})
      .filter((field) => field.args.length > 0)
      .map((field) => ({ kind, field }));
  const all = [...fieldsOf('query'), ...fieldsOf('mutation')];

  it.each(Object.entries(kinds))(
    '%s: every field answers with words, and none breaks',
    async (_, values) => {
      expect(all.length).toBeGreaterThan(50);
      const broken: string[] = [];
      for (const { kind, field } of all) {
        const variables = Object.fromEntries(
          field.args.map(({ name, type }) => [name, valueOf(type, values)]),
        );
        const { errors = [] } = await ask(documentOf(kind, field), variables, admin);
        for (const { message, extensions } of errors) {
          const isTyped = extensions.statusCode < 500 && extensions.code !== 'INTERNAL_SERVER_ERROR';
          if (!isTyped || message === '') broken.push(`${field.name}: ${message.slice(0, 200)}`);
          if (message.length > 20_000)
            broken.push(`${field.name}: a message of ${message.length} characters`);
        }
      }
      expect(broken).toEqual([]);
    },
    300_000,
  );
});
