import { isEnumType, isInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { buildConsoleSchema } from './schema.ts';

const schema = buildConsoleSchema();

function fieldsOf(name: string): string[] {
  const type = schema.getType(name);
  if (isObjectType(type) || isInterfaceType(type)) return Object.keys(type.getFields());
  if (isEnumType(type)) return type.getValues().map((value) => value.name);
  throw new Error(`the schema has no type ${name} with fields`);
}

it.each([
  [
    '[001-3.35]',
    'DetectionTypeEnum',
    ['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY', 'DERIVED_RULE'],
  ],
  ['[001-3.36]', 'KeyValues', ['key', 'values']],
  ['[001-3.56]', 'Destination', ['outputId', 'displayName', 'alertTypes', 'defaultForSeverity', 'logTypes']],
])('%s %s has the fields of its kind', (_id, name, wanted) => {
  expect(fieldsOf(name)).toEqual(expect.arrayContaining(wanted));
});
