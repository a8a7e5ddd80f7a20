import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldTypes, indicatorNames } from '../log-schema.ts';
import { textOfProblem } from '../problem.ts';
import { shapeOf } from '../shape-of.ts';
import { readSchema } from './read-schema.ts';
import type { ReadSchemaOptions } from './read-schema.ts';

const user: ReadSchemaOptions = { owner: 'user', name: 'Custom.Test' };

/** Messages and remedies for a text; empty when it is accepted. */
function faults(text: string, options = user): string[] {
  return readSchema(text, options).problems.map(
    (problem) => `${problem.path}: ${problem.message} ${problem.remedy}`,
  );
}

/** A schema with one field, given as lines. */
function withField(...lines: string[]): string {
  return `fields:\n  - ${lines.join('\n    ')}\n`;
}

function accepted(text: string, options = user) {
  const { schema, problems } = readSchema(text, options);
  expect(problems).toEqual([]);
  if (schema === undefined) throw new Error('no schema without problems');
  return schema;
}

describe('readSchema', () => {
  it.each([
    ['lists', `fields: ${'['.repeat(3000)}${']'.repeat(3000)}`],
    ['dashes', '- '.repeat(3000)],
    ['mappings', Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('says that nested %s are too deep, once', (_name, text) => {
    expect(faults(text)).toEqual([': The YAML is nested too deep to be read. Use less nesting.']);
  });

  it('lists as many problems as a person can mend in one go', () => {
    expect(faults('\t- a\n'.repeat(1000))).toHaveLength(20);
    expect(faults(`fields:\n${'  - { name: a }\n'.repeat(1000)}`)).toHaveLength(100);
  });

  it('reads a whole schema', () => {
    const schema = accepted(
      `
schema: Custom.MyApp.Audit
version: 0
description: Audit of my app
referenceURL: https://example.com/docs
fieldDiscoveryEnabled: false
definitions:
  Person:
    type: object
    fields:
      - { name: email, type: string, indicators: [email] }
fields:
  - name: '@time'
    required: true
    type: timestamp
    timeFormats: [rfc3339, '%Y-%m-%d']
    isEventTime: true
  - { name: actor, type: ref, target: Person }
  - { name: peers, type: array, element: { type: ref, target: Person } }
  - { name: tags, type: array, indicators: [aws_tag], element: { type: string } }
  - name: pin
    type: string
    rename: { from: PIN }
    mask: { type: redact }
  - name: both
    type: string
    concat: { paths: [a, b], separator: '-' }
udm:
  - name: user.email
    paths: [{ path: actor.email }]
  - name: user.arns
    paths: [{ path: 'peers[].email' }]
x-category: Test
`,
      { owner: 'user' },
    );
    expect(schema.name).toBe('Custom.MyApp.Audit');
    expect(schema.fields.map((field) => field.column)).toEqual([
      'at_sign_time',
      'actor',
      'peers',
      'tags',
      'pin',
      'both',
    ]);
    expect(schema.fields[1]!.value).toMatchObject({ type: 'object', fields: [{ name: 'email' }] });
    expect(schema.fields[3]!.value).toMatchObject({ element: { indicators: ['aws_tag'] } });
    expect(schema.fields[4]).toMatchObject({ rename: 'PIN', mask: { type: 'redact', to: 'REDACTED' } });
    expect(schema.udm).toEqual([
      { name: 'user.email', paths: ['actor.email'] },
      { name: 'user.arns', paths: ['peers.email'] },
    ]);
    expect(schema.extensions).toEqual({ 'x-category': 'Test' });
  });

  it('reads JSON as well', () => {
    expect(accepted('{"fields":[{"name":"a","type":"string"}]}').fields).toHaveLength(1);
  });

  it('tells where the YAML breaks', () => {
    const { problems } = readSchema('fields:\n  - name: a\n   type: string\n', user);
    expect(problems[0]).toMatchObject({ code: 'InvalidSyntax', line: 3 });
  });

  it('tells line, column, path, reason and remedy of each fault, in order', () => {
    const { schema, problems } = readSchema(withField('name: a', 'type: strin', 'requird: true'), user);
    expect(schema).toBeUndefined();
    expect(problems.map(textOfProblem)).toEqual([
      expect.stringMatching(
        /^3:11: fields\[0\]\.type: The type of the field "a" cannot be "strin"\. Use one of string, /,
      ),
      '4:5: fields[0].requird: A field has no attribute "requird". Did you mean "required"?',
    ]);
  });

  it.each([
    ['', 'The schema is empty.'],
    ['- a', 'The schema must be a mapping'],
    ['fields: 5', '"fields" must be a list'],
    ['fields: [5]', 'A field must be a mapping'],
  ])('refuses the text %j', (text, message) => expect(faults(text).join('\n')).toContain(message));

  it('[002-5.41] needs fields unless field discovery is on', () => {
    expect(faults('description: x')[0]).toContain('The schema has no "fields"');
    expect(faults('fields: []')[0]).toContain('"fields" is empty');
    expect(faults('fieldDiscoveryEnabled: true')).toEqual([]);
    expect(faults('fieldDiscoveryEnabled: true\nfields: []')).toEqual([]);
  });

  it.each(['a', 'Ä', '_a', '@a', '$a', '#a', '-a', '.a', '9a', 'a b'])(
    '[002-5.42] takes the field name %s',
    (name) => {
      expect(faults(withField(`name: ${JSON.stringify(name)}`, 'type: string'))).toEqual([]);
    },
  );

  it.each(['', ' a', '<a', '%a', 'a\tb', '__proto__'])('[002-5.42] refuses the field name %j', (name) => {
    expect(faults(withField(`name: ${JSON.stringify(name)}`, 'type: string'))).toHaveLength(1);
  });

  it('keeps names that begin with p_ for standard fields, at the top', () => {
    expect(faults(withField('name: p_x', 'type: string'))[0]).toContain('kept for standard fields');
    expect(faults(withField('name: a', 'type: object', 'fields: [{ name: p_x, type: string }]'))).toEqual([]);
  });

  it('refuses two names with one column', () => {
    const text = 'fields:\n  - { name: Foo.bar, type: string }\n  - { name: foo_bar, type: string }\n';
    expect(faults(text)[0]).toContain('has the same column as "Foo.bar"');
  });

  it('[002-5.43] knows the ten types', () => {
    expect(fieldTypes.toSorted()).toEqual([
      'array',
      'bigint',
      'boolean',
      'float',
      'int',
      'json',
      'object',
      'smallint',
      'string',
      'timestamp',
    ]);
    expect(faults(withField('name: a', 'type: date'))[0]).toContain('cannot be "date"');
    expect(faults(withField('name: a'))[0]).toContain('has no "type"');
  });

  it('[002-5.44] needs the element of an array', () => {
    expect(faults(withField('name: a', 'type: array'))[0]).toContain('an array without "element"');
    expect(faults(withField('name: a', 'type: array', 'element: { type: int }'))).toEqual([]);
  });

  it('[002-5.45] needs the fields of an object', () => {
    expect(faults(withField('name: a', 'type: object'))[0]).toContain('an object without "fields"');
    expect(faults(withField('name: a', 'type: object', 'fields: []'))[0]).toContain('is empty');
  });

  it('[002-5.46] needs the format of a timestamp', () => {
    expect(faults(withField('name: a', 'type: timestamp'))[0]).toContain('a timestamp without "timeFormats"');
    expect(faults(withField('name: a', 'type: timestamp', 'timeFormat: rfc3339'))).toEqual([]);
    expect(faults(withField('name: a', 'type: timestamp', 'timeFormats: []'))[0]).toContain('is empty');
  });

  it.each([
    'rfc3339',
    'unix',
    'unix_ms',
    'unix_us',
    'unix_ns',
    'cloudflare',
    'unix_auto',
    '%Y-%m-%d',
    'layout=2006-01-02',
  ])('[002-5.47] takes the time format %s', (format) =>
    expect(faults(withField('name: a', 'type: timestamp', `timeFormats: ["${format}"]`))).toEqual([]),
  );

  it.each(['iso', 'YYYY-MM-DD', '%Q', '%Y%', 'layout='])(
    '[002-5.47] refuses the time format %s',
    (format) => {
      expect(faults(withField('name: a', 'type: timestamp', `timeFormats: ["${format}"]`))[0]).toContain(
        format,
      );
    },
  );

  it('[002-5.48] knows the indicators of strings', () => {
    const named = [
      'ip',
      'domain',
      'hostname',
      'url',
      'md5',
      'sha1',
      'sha256',
      'aws_arn',
      'aws_account_id',
      'aws_instance_id',
      'aws_tag',
      'trace_id',
      'username',
      'email',
      'net_addr',
      'mac',
      'actor_id',
      'serial_number',
    ];
    expect(indicatorNames.filter((name) => name !== 'aws_arn_only').toSorted()).toEqual(named.toSorted());
    expect(faults(withField('name: a', 'type: string', `indicators: [${named.join(', ')}]`))).toEqual([]);
    expect(faults(withField('name: a', 'type: string', 'indicators: [ips]'))[0]).toContain('cannot be "ips"');
    expect(faults(withField('name: a', 'type: int', 'indicators: [ip]'))[0]).toContain(
      'no meaning for type int',
    );
  });

  it('[002-5.49] takes allow and deny lists, ip and cidr with a family', () => {
    for (const rule of [
      'allow: [a, b]',
      'deny: [a]',
      'ip: any',
      'ip: ipv4',
      'ip: ipv6',
      'cidr: any',
      'cidr: ipv4',
      'cidr: ipv6',
    ]) {
      expect(faults(withField('name: a', 'type: string', `validate: { ${rule} }`))).toEqual([]);
    }
    for (const rule of ['allow: []', 'allow: a', 'ip: v4', 'cidr: true', 'length: 5', '']) {
      expect(faults(withField('name: a', 'type: string', `validate: { ${rule} }`))).toHaveLength(1);
    }
    expect(faults(withField('name: a', 'type: int', 'validate: { allow: [a] }'))).toHaveLength(1);
  });

  it('[002-5.50] takes the five mask types', () => {
    for (const type of ['md5', 'sha1', 'sha256', 'sha512', 'redact']) {
      expect(faults(withField('name: a', 'type: string', `mask: { type: ${type} }`))).toEqual([]);
    }
    expect(faults(withField('name: a', 'type: string', 'mask: { type: crc }'))[0]).toContain(
      'cannot be "crc"',
    );
    expect(faults(withField('name: a', 'type: int', 'mask: { type: md5 }'))[0]).toContain('of type int');
  });

  it('[002-5.51] needs 2 paths to concat', () => {
    expect(faults(withField('name: a', 'type: string', 'concat: { paths: [b] }'))[0]).toContain(
      'at least 2 paths',
    );
    expect(faults(withField('name: a', 'type: string', 'concat: { paths: [b, c] }'))).toEqual([]);
  });

  it('[002-5.52] needs from and separator to split', () => {
    expect(faults(withField('name: a', 'type: string', 'split: { separator: "x", index: 0 }'))[0]).toContain(
      'needs "from"',
    );
    expect(faults(withField('name: a', 'type: string', 'split: { from: b, index: 0 }'))[0]).toContain(
      'needs "separator"',
    );
    expect(
      faults(withField('name: a', 'type: string', 'split: { from: b, separator: "", index: 0 }'))[0],
    ).toContain('needs "separator"');
  });

  it.each(['-1', '1.5', 'x', ''])('[002-5.53] refuses the split index %j', (index) => {
    expect(
      faults(withField('name: a', 'type: string', `split: { from: b, separator: ":", index: ${index} }`))[0],
    ).toContain('"index" of 0 or more');
  });

  it('[002-3.33] takes every attribute of a spec field', () => {
    const schema = accepted(`
fields:
  - { name: a, type: string, required: true, description: Text, indicators: [ip], isDiscovered: true, rename: { from: A } }
  - { name: b, type: string, copy: { from: a } }
  - { name: c, type: string, split: { from: a, separator: ".", index: 1 }, mask: { type: sha256, salt: s } }
  - { name: d, type: string, concat: { paths: [a, b] } }
  - { name: e, type: object, fields: [{ name: f, type: json }] }
  - { name: g, type: array, element: { type: bigint } }
  - { name: h, type: timestamp, timeFormat: unix }
  - { name: i, type: timestamp, timeFormats: [unix, rfc3339] }
`);
    expect(schema.fields.map((field) => field.value.type)).toEqual([
      'string',
      'string',
      'string',
      'string',
      'object',
      'array',
      'timestamp',
      'timestamp',
    ]);
    expect(schema.fields[0]).toMatchObject({
      required: true,
      description: 'Text',
      isDiscovered: true,
      rename: 'A',
    });
    expect(schema.fields[2]).toMatchObject({
      split: { from: 'a', separator: '.', index: 1 },
      mask: { type: 'sha256', salt: 's' },
    });
  });

  it('[002-3.35] limits UDM names to user, source and destination', () => {
    const field = 'fields: [{ name: a, type: string }]\nudm: ';
    expect(faults(`${field}[{ name: source.ip, paths: [{ path: a }] }]`)).toEqual([]);
    expect(faults(`${field}[{ name: user.name, paths: [{ path: a }] }]`)).toEqual([]);
    expect(faults(`${field}[{ name: destination.port, paths: [{ path: a }] }]`)).toEqual([]);
    expect(faults(`${field}[{ name: network.ip, paths: [{ path: a }] }]`)[0]).toContain(
      'cannot be "network.ip"',
    );
    expect(faults(`${field}[{ name: source.ip, paths: [{ path: b }] }]`)[0]).toContain('no field "b"');
    expect(faults(`${field}[{ name: source.ip, paths: [] }]`)[0]).toContain('at least one path');
  });

  it('resolves references and refuses circles', () => {
    expect(
      faults(
        'definitions: { Aa: { type: ref, target: Bb }, Bb: { type: ref, target: Aa } }\nfields: [{ name: a, type: ref, target: Aa }]',
      )[0],
    ).toContain('refers to itself');
    expect(faults('fields: [{ name: a, type: ref, target: A }]')[0]).toContain('There is no definition "A"');
  });

  it('stops at definitions that multiply without end', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const fields = Array.from(
        { length: 10 },
        (__, n) => `{ name: f${n}, type: ref, target: L${level + 1} }`,
      );
      return `  L${level}: { type: object, fields: [${fields.join(', ')}] }`;
    });
    const text = `definitions:\n${levels.join('\n')}\n  L12: { type: string }\nfields: [{ name: a, type: ref, target: L0 }]`;
    expect(faults(text).join()).toContain('more than 10000 fields');
  });

  it('refuses nesting without end', () => {
    const deep = `${'{ type: array, element: '.repeat(80)}{ type: string }${' }'.repeat(80)}`;
    expect(faults(`fields: [{ name: a, type: array, element: ${deep} }]`).join()).toContain(
      'more than 64 levels deep',
    );
  });

  it('refuses another version and bad addresses', () => {
    expect(faults(`version: 1\n${withField('name: a', 'type: string')}`)[0]).toContain('must be 0');
    expect(faults(`referenceURL: ftp://x\n${withField('name: a', 'type: string')}`)[0]).toContain(
      'not a web address',
    );
    expect(faults(`referenceURL: "-"\n${withField('name: a', 'type: string')}`)).toEqual([]);
  });

  it('keeps x-never for managed schemas only', () => {
    const text = `schema: AWS.Test\nx-never: [b]\n${withField('name: a', 'type: string')}`;
    expect(readSchema(text, { owner: 'managed' }).schema?.never).toEqual(['b']);
    const custom = text.replace('AWS.Test', 'Custom.Test');
    expect(readSchema(custom, { owner: 'user' }).problems.map(({ message }) => message)).toEqual([
      '"x-never" is for managed schemas only.',
    ]);
  });

  it('keeps x-any-of and x-same-format for managed schemas only', () => {
    const text = `schema: AWS.Test\nx-any-of: [a, b]\nx-same-format: f\n${withField('name: a', 'type: string')}`;
    expect(accepted(text, { owner: 'managed' })).toMatchObject({ anyOf: ['a', 'b'], sameFormat: 'f' });
    expect(faults(text.replace('AWS.Test', 'Custom.Test')).join()).toContain('managed schemas only');
  });

  it('keeps x-walk and x-scan for managed schemas', () => {
    const text = `schema: AWS.Test\nx-walk: aws\nx-scan: [a]\n${withField('name: a', 'type: string')}`;
    expect(accepted(text, { owner: 'managed' })).toMatchObject({ walk: 'aws', scan: ['a'] });
    expect(faults(text.replace('AWS.Test', 'Custom.Test')).join()).toContain('managed schemas only');
  });

  describe('x-group-by', () => {
    const fields = `fields:
  - { name: kind, type: string }
  - { name: at, type: timestamp, timeFormats: [rfc3339] }
  - { name: tags, type: array, element: { type: string } }
  - { name: free, type: json }
  - { name: '@a', type: object, fields: [{ name: 'c.d', type: int }, { name: e, type: boolean }] }
`;
    const withGroups = (list: string) => `x-group-by: ${list}\n${fields}`;

    it('takes fields with one value, of schemas of people too', () => {
      const { groupBy, extensions } = accepted(withGroups('[kind, "@a.e"]'));
      expect(groupBy).toEqual([['kind'], ['@a', 'e']]);
      expect(extensions['x-group-by']).toEqual(['kind', '@a.e']);
      expect(shapeOf(accepted(withGroups('["@a.e"]')), 1).groupBy).toEqual([['at_sign_a', 'e']]);
      expect(shapeOf(accepted(fields), 1)).not.toHaveProperty('groupBy');
      expect(shapeOf(accepted(withGroups('[]')), 1)).not.toHaveProperty('groupBy');
    });

    it.each([
      ['[Kind]', 'names the field "Kind", which the schema does not have'],
      ['[kind.more]', 'names the field "kind.more", which the schema does not have'],
      ['[""]', 'names the field "", which the schema does not have'],
      ['[tags]', 'names the field "tags", which is a list'],
      ['[free]', 'names the field "free", which is free JSON'],
      ['["@a"]', 'names the field "@a", which is an object'],
      ['[at]', 'names the field "at", which is a time'],
      ['[kind, kind]', 'names the field "kind" twice'],
      ['[kind, "@a.e", kind, kind]', 'names 4 fields; at most 3 are possible'],
      ['kind', 'must be a list, not text'],
      ['[7]', 'must be text, not a number'],
    ])('refuses %s', (list, fault) => {
      expect(faults(withGroups(list)).join()).toContain(fault);
    });
  });

  it('wants one name', () => {
    expect(faults(`schema: Custom.Other\n${withField('name: a', 'type: string')}`)[0]).toContain(
      'saved as "Custom.Test"',
    );
    expect(faults(withField('name: a', 'type: string'), { owner: 'user' })[0]).toContain('required');
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      'fields',
      'name',
      'type',
      ':',
      ' ',
      '\n',
      '- ',
      '{',
      '}',
      '[',
      ']',
      'string',
      'a',
      '&x ',
      '*x',
      '!!int ',
      '"',
      "'",
      '|',
      '#',
      '\t',
      'parser',
      'csv',
      '0x1f',
      '1e999',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
          fc.string(),
        ),
        (text) => {
          const { schema, problems } = readSchema(text, user);
          expect(schema === undefined).toBe(problems.length > 0);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('survives aliases that multiply', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 10; n++)
      lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(', ')}]`);
    expect(readSchema(lines.join('\n'), user).problems[0]).toMatchObject({ code: 'InvalidSyntax' });
  });
});
