import { isEnumType, isInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { buildConsoleSchema } from './schema.ts';

const schema = buildConsoleSchema();

function membersOf(name: string): string[] {
  const type = schema.getType(name);
  if (isObjectType(type) || isInterfaceType(type)) return Object.keys(type.getFields());
  if (isEnumType(type)) return type.getValues().map((value) => value.name);
  throw new Error(`the schema has no type ${name} with fields`);
}
const has = (name: string, wanted: readonly string[]) =>
  expect(membersOf(name)).toEqual(expect.arrayContaining([...wanted]));

it('[001-3.35] detections are rules, scheduled rules, correlation rules or policies', () =>
  has('DetectionTypeEnum', ['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY']));

it('[001-3.36] a framework mapping is a key with values', () => {
  has('KeyValues', ['key', 'values']);
  has('Rule', ['reports']);
});

it('[001-3.56] a destination says which alerts it takes', () =>
  has('Destination', ['outputId', 'displayName', 'alertTypes', 'defaultForSeverity', 'logTypes']));
