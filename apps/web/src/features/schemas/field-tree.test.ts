import { describe, expect, it } from 'vitest';
import { brokenPaths, flatFields, readFieldTree, treeSummary } from './field-tree.ts';
import { placeOfPath } from './place-of-path.ts';
import { filterSchemas, schemaRows } from './schema-filters.ts';
import { textForClone, typedNameFault, typedNameOf } from './schema-rules.ts';

const text = `definitions:
  Person: { type: object, fields: [{ name: email, type: string, indicators: [email] }] }
fields:
  - name: ts
    type: timestamp
    required: true
    isEventTime: true
  - name: actor
    type: ref
    target: Person
  - name: items
    type: array
    element: { type: object, fields: [{ name: sku, type: string, isDiscovered: true }] }
`;

describe('field tree', () => {
  it('follows references and elements', () => {
    const fields = flatFields(readFieldTree(text) ?? []);
    expect(fields.map((field) => [field.eventPath, field.type])).toEqual([
      ['ts', 'timestamp'],
      ['actor', 'object'],
      ['actor.email', 'string'],
      ['items', 'array of object'],
      ['items.sku', 'string'],
    ]);
    expect(fields[2]?.indicators).toEqual(['email']);
    expect(fields[4]?.isDiscovered).toBe(true);
    expect(treeSummary(readFieldTree(text) ?? [])).toBe('5 fields, 1 required, 1 event time');
  });

  it('keeps what a half-typed text holds, and gives up on what is no YAML', () => {
    expect(readFieldTree('fields:\n  - name: a\n  - \n  - name: b\n    type: strng\n')).toMatchObject([
      { name: 'a', type: '' },
      { name: 'b', type: 'strng' },
    ]);
    expect(readFieldTree('fields: [')).toBeUndefined();
    expect(readFieldTree('just words')).toBeUndefined();
  });

  it('ends on references that point at each other', () => {
    const loop = 'definitions: { A: { type: object, fields: [{ name: a, type: ref, target: A }] } }';
    const fields = flatFields(readFieldTree(`${loop}\nfields: [{ name: x, type: ref, target: A }]`) ?? []);
    expect(fields.length).toBeLessThan(40);
  });

  it('finds the field around a problem, and its place in the text', () => {
    const tree = readFieldTree(text) ?? [];
    expect([...brokenPaths(tree, ['fields[2].element.fields[0].type', 'fields[0]', 'udm'])]).toEqual([
      'fields[2].element.fields[0]',
      'fields[0]',
    ]);
    expect(placeOfPath(text, 'fields[1]')).toEqual({ line: 8, column: 5 });
    expect(placeOfPath(text, 'fields[9]')).toBeUndefined();
  });
});

describe('name of a new schema', () => {
  it('[002-5.36] is required', () => expect(typedNameFault('', [])).toBe('This field is required'));

  it('[002-5.37] [002-9.2] has at most 248 characters', () => {
    expect(typedNameFault(`A${'a'.repeat(247)}`, [])).toBeUndefined();
    expect(typedNameFault(`A${'a'.repeat(248)}`, [])).toBe('Must be at most 248 characters');
  });

  it('[002-5.39] consists of capitalised words separated by up to five dots', () => {
    for (const name of ['Mine', 'My.App2', 'A.B.C.D.E.F']) expect(typedNameFault(name, [])).toBeUndefined();
    for (const name of ['mine', 'My app', 'My..App', 'A.B.C.D.E.F.G', '.A'])
      expect(typedNameFault(name, [])).toMatch(/^Use words/);
  });

  it('[002-5.40] is not there yet, compared with the prefix and without case', () => {
    expect(typedNameFault('payments.Ledger', ['Custom.Payments.Ledger'])).toBe(
      'A schema named Custom.Payments.Ledger exists already',
    );
  });

  it('drops the prefix people paste, and what belongs to the origin of a copy', () => {
    expect(typedNameOf('Custom.Mine')).toBe('Mine');
    expect(textForClone('schema: AWS.ALB\nx-walk: aws\nversion: 0\nfields: []\n')).toBe(
      'version: 0\nfields: []\n',
    );
  });
});

describe('list of schemas', () => {
  const teaser = (name: string, isManaged: boolean, isArchived = false) => ({
    name,
    description: null,
    referenceURL: null,
    revision: 1,
    version: 1,
    isManaged,
    isArchived,
    isFieldDiscoveryEnabled: false,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  });
  const rows = schemaRows(
    [
      teaser('Okta.SystemLog', true),
      teaser('AWS.ALB', true),
      teaser('Custom.Old', false, true),
      teaser('apache', false),
    ],
    [{ integrationLabel: 'Web', logTypes: ['AWS.ALB'] }],
  );
  const base = { isArchived: false, sortBy: 'name', sortDir: 'ascending' } as const;
  const names = (change: Partial<Parameters<typeof filterSchemas>[1]>) =>
    filterSchemas(rows, { ...base, ...change }).map((row) => row.name);

  it('keeps archived schemas apart and sorts without case', () => {
    expect(names({})).toEqual(['apache', 'AWS.ALB', 'Okta.SystemLog']);
    expect(names({ isArchived: true })).toEqual(['Custom.Old']);
  });

  it('filters by kind, use and text', () => {
    expect(names({ isManaged: false })).toEqual(['apache']);
    expect(names({ inUse: true })).toEqual(['AWS.ALB']);
    expect(names({ inUse: false, search: 'OKTA' })).toEqual(['Okta.SystemLog']);
    expect(names({ sortBy: 'usedBy', sortDir: 'descending' })[0]).toBe('AWS.ALB');
  });
});
