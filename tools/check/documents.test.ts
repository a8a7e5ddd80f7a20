import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { documentFaults } from './documents.ts';

const schema = buildSchema(`type Query { rule(id: ID!): Rule } type Rule { id: ID! name: String }`);
const faultsOf = (text: string) => documentFaults([{ path: 'a.ts', text }], schema);

describe('documents of the console', () => {
  it('pass when the schema has what they ask for', () => {
    const text =
      'const f = gql(`fragment F on Rule { name }`);\ngql(`query A($id: ID!) { rule(id: $id) { id ...F } }`, [f]);';
    expect(faultsOf(text)).toEqual([]);
  });

  it('use every fragment', () => {
    const text = 'gql(`fragment F on Rule { name }`);\ngql(`query A { rule(id: 1) { id } }`);';
    expect(faultsOf(text)).toEqual(['fragment F is in no operation']);
  });

  it('name the file, the line and the operation of what the schema does not have', () => {
    expect(faultsOf('\n\ngql(`query A($id: ID!) { rule(id: $id) { nmae } }`);')).toEqual([
      'a.ts:3: A: Cannot query field "nmae" on type "Rule". Did you mean "name"?',
    ]);
    expect(faultsOf('gql(`query A { rule { id } }`);')[0]).toContain(
      'argument "id" of type "ID!" is required',
    );
  });

  it('follow fragments', () => {
    const text = 'gql(`fragment F on Rule { gone }`);\ngql(`query A { rule(id: 1) { ...F } }`);';
    expect(faultsOf(text)[0]).toContain('a.ts:2: A: Cannot query field "gone"');
  });

  it('must be in the tag that types them', () => {
    const text = "gql(`query A { rule(id: 1) { id } }`);\nconst b = 'query B { rule(id: 1) { id } }';";
    expect(faultsOf(text)).toEqual(['a.ts:2: a GraphQL document without its tag; write it as gql(`…`)']);
  });

  it('are there', () => {
    expect(() => faultsOf('')).toThrow('no GraphQL document');
  });
});
