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

it('detections are rules, scheduled rules, correlation rules or policies', () =>
  has('DetectionTypeEnum', ['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY']));

it('[001-3.36] a framework mapping is a key with values', () => {
  has('KeyValues', ['key', 'values']);
  has('Rule', ['reports']);
});

it('[001-3.56] a destination says which alerts it takes', () =>
  has('Destination', ['outputId', 'displayName', 'alertTypes', 'defaultForSeverity', 'logTypes']));

it('[001-3.14] a flat filter field says whose it is', () =>
  has('FilterField', ['target', 'type', 'description', 'isPantherManaged', 'logType']));

it('[001-3.15] a property definition has a path and a table', () =>
  has('PropertyDefinition', ['id', 'type', 'path', 'table', 'displayName', 'description', 'isPantherField']));

it('[001-3.16] a search result says how it stands and what was asked', () => {
  const fields = ['id', 'metadata', 'results', 'sql', 'status', 'kind', 'name', 'message', 'userConfig'];
  has('DataLakeQuery', fields);
});

it('[001-3.17] results have columns, rows, the next page, figures and actors', () => {
  has('QueryResults', ['columnInfo', 'edges', 'pageInfo', 'stats', 'tryAgain', 'actorProfiles']);
  has('QueryColumnInfo', ['order']);
  has('QueryResultEdge', ['node', 'nodeAsString', 'id']);
  has('PageInfo', ['hasNextPage', 'endCursor']);
  has('QueryStats', ['bytesScanned', 'executionTime', 'rowCount']);
});

it('[001-3.20] a table of a search counts its matches', () => {
  const fields = ['databaseName', 'description', 'displayName', 'logType', 'name', 'numMatches', 'columns'];
  has('DataLakeTable', fields);
  has('DataLakeColumn', ['propertyId']);
});

it('[001-3.24] a data lake query has its parts, its rows and its annotations', () => {
  const fields = ['annotations', 'userConfig', 'children', 'message', 'results', 'tryAgain'];
  has('DataLakeQuery', [...fields, 'id', 'sql', 'status', 'kind', 'metadata']);
  has('QueryAnnotations', ['visualize']);
  has('DataLakeQueryRef', ['id', 'kind']);
  has('QueryResults', ['columns', 'rows', 'stats', 'pageInfo']);
});

it('[001-9.32] [002-9.21] kinds of detections', () =>
  has('DetectionTypeEnum', ['RULE', 'SCHEDULED_RULE', 'POLICY', 'CORRELATION_RULE', 'DERIVED_RULE']));

it('[001-9.31] severities', () =>
  expect(membersOf('SeverityEnum').toSorted()).toEqual(['CRITICAL', 'HIGH', 'INFO', 'LOW', 'MEDIUM']));
