import { describe, expect, it } from 'vitest';
import { builderFieldsOf, typeOf, type ValueType } from './builder-fields.ts';
import { resultsOf } from './detection-results.ts';
import { filtersViewOf, readFiltersText } from './filters-text.ts';
import { defaultFilterOperator, furtherOperators, operatorsFor, operatorText } from './operators.ts';
import { builderViewOf, partsOfText, readSimpleText, textOfModel, textOfParts } from './simple-text.ts';
import { mayHoldGroup, moveStep, moveTo } from './tree.ts';
import { parseScalar, valueFault } from './values.ts';

const words = (type: ValueType) => operatorsFor(type).map(operatorText);

describe('operators of filters', () => {
  const inOrder: [string, string[]][] = [
    ['[001-5.41]', ['is', 'is not', 'is in', 'is not in']],
    ['[001-5.42]', ['is in CIDR', 'is not in CIDR', 'is public', 'is private']],
    ['[001-5.43]', ['is empty', 'is not empty', 'contains', 'does not contain', 'starts with', 'ends with']],
    ['[001-5.44]', ['greater than', 'less than', 'greater or equal', 'less or equal']],
    ['[001-5.45]', ['contains IP in CIDR', 'does not contain IP in CIDR']],
  ];
  it.each(inOrder)('%s are there, side by side and in this order', (_id, group) => {
    const all = words('unknown');
    const start = all.indexOf(group[0] ?? '');
    expect(all.slice(start, start + group.length)).toEqual(group);
  });

  it('are these and no others', () =>
    expect(words('unknown')).toEqual(inOrder.flatMap(([, group]) => group)));

  it.each<[string, string[], ValueType[]]>([
    ['[001-5.46] equality', ['is', 'is not'], ['bool', 'ip', 'int', 'string']],
    ['[001-5.47] membership', ['is in', 'is not in'], ['int', 'string']],
    ['[001-5.48] addresses', ['is in CIDR', 'is not in CIDR', 'is public', 'is private'], ['ip']],
    [
      '[001-5.49] [001-5.50] emptiness and containment',
      ['is empty', 'is not empty', 'contains', 'does not contain'],
      ['string', 'string_array', 'int_array', 'float_array', 'bool_array', 'ip_array', 'json_array'],
    ],
    ['[001-5.51] starts and ends', ['starts with', 'ends with'], ['string']],
    ['[001-5.52] order', ['greater than', 'less than'], ['int', 'float']],
    ['[001-5.53] order or equal', ['greater or equal', 'less or equal'], ['int']],
    ['[001-5.54] lists of addresses', ['contains IP in CIDR', 'does not contain IP in CIDR'], ['ip_array']],
  ])('%s is offered for its types alone', (_, offered, types) => {
    const all: ValueType[] = ['string', 'int', 'float', 'bool', 'ip', 'string_array', 'int_array'];
    all.push('float_array', 'bool_array', 'ip_array', 'json_array');
    for (const type of all)
      for (const word of offered)
        expect(words(type).includes(word), `${word}, ${type}`).toBe(types.includes(type));
  });

  it('[001-5.55] start with not contains, else not equals, else less than', () => {
    expect(defaultFilterOperator('string')).toBe('DoesNotContain');
    expect(defaultFilterOperator('ip')).toBe('DoesNotEqual');
    expect(defaultFilterOperator('float')).toBe('IsLessThan');
  });

  it('has words for every further condition of detections', () => {
    for (const name of furtherOperators('ip')) expect(operatorText(name)).not.toBe(name);
  });
});

describe('fields', () => {
  const fields = builderFieldsOf([
    {
      logType: 'A',
      fields: [
        { path: ['p_any_ip_addresses'], type: 'array of string', description: null, indicators: [] },
        { path: ['ip'], type: 'string', description: null, indicators: ['ip'] },
        { path: ['list'], type: 'array of object', description: null, indicators: [] },
        { path: ['list', 'id'], type: 'bigint', description: null, indicators: [] },
        { path: ['odd.name'], type: 'string', description: null, indicators: [] },
      ],
    },
    { logType: 'B', fields: [{ path: ['IP'], type: 'string', description: null, indicators: [] }] },
  ]);

  it('are key paths, with every place of the lists they lead through', () =>
    expect(fields.map(({ keyPath }) => keyPath)).toEqual([
      'ip',
      'list',
      'list[*].id',
      'IP',
      'p_any_ip_addresses',
    ]));

  it('have the types that operators go by', () => {
    expect(typeOf(fields, { KeyPath: 'ip' })).toBe('ip');
    expect(typeOf(fields, { KeyPath: 'list[*].id' })).toBe('int_array');
    expect(typeOf(fields, { KeyPath: 'list[0].id' })).toBe('int');
    expect(typeOf(fields, { KeyPath: 'nowhere' })).toBe('unknown');
  });
});

describe('values', () => {
  const fault = (operator: string, type: ValueType, value?: string | number | boolean) =>
    valueFault({ target: { KeyPath: 'a' }, operator, ...(value === undefined ? {} : { value }) }, type);

  it('say what their field wants', () => {
    expect(fault('Equals', 'int', 'x')).toBe('This field requires an integer');
    expect(fault('IsLessThan', 'float', 'x')).toBe('This field requires a floating point number');
    expect(fault('Equals', 'string')).toBe('This field requires a value');
    expect(fault('Equals', 'ip', '10.0.0')).toBe('This field requires an IP or CIDR');
    expect(fault('IsIPAddressInCIDR', 'ip', '10.0.0.0/8')).toBeUndefined();
    expect(fault('IsIPAddressInCIDR', 'ip', '2001:db8::/32')).toBeUndefined();
    expect(fault('Equals', 'bool', 'yes')).toBe('This field requires true or false');
    expect(fault('IsIn', 'int')).toBe('This field requires one or more integers');
    expect(fault('IsIn', 'string')).toBe('This field requires one or more values');
    expect(fault('IsNullOrEmpty', 'string')).toBeUndefined();
  });

  it('[001-2.73] become numbers where the field holds numbers', () => {
    expect(parseScalar('12', 'int')).toBe(12);
    expect(parseScalar('9007199254740993', 'int')).toBe(9_007_199_254_740_993n);
    expect(parseScalar('1.5', 'int')).toBeUndefined();
    expect(parseScalar('1.5', 'float')).toBe(1.5);
    expect(parseScalar('12', 'string')).toBe('12');
  });
});

const text = `# who: the platform team
Detection:
  # root only
  - KeyPath: userIdentity.type
    Condition: Equals
    Value: Root # never anybody else
AlertTitle: Root in {recipientAccountId}
# two accounts share a name
GroupBy:
  - KeyPath: recipientAccountId
`;

describe('the text of a simple detection', () => {
  it('is parted for the server and put together again with its comments', () => {
    const parts = partsOfText(text);
    expect(parts.dynamicAlertTitle).toBe('Root in {recipientAccountId}');
    expect(parts.dynamicSeverities).toBeNull();
    const again = textOfParts(parts);
    for (const comment of ['# who', '# root only', '# never anybody else', '# two accounts'])
      expect(again).toContain(comment);
    expect(readSimpleText(again).simple).toEqual(readSimpleText(text).simple);
    expect(textOfParts(partsOfText(again))).toBe(again);
  });

  it('keeps flow lists and texts that cannot be read', () => {
    const flow = 'Detection: [{KeyPath: a, Condition: Exists},\n  {KeyPath: b, Condition: Exists}]\n';
    expect(readSimpleText(textOfParts(partsOfText(flow))).simple).toEqual(readSimpleText(flow).simple);
    expect(partsOfText('Detection: [').simpleDetectionBody).toBe('Detection: [');
    expect(textOfParts({ ...partsOfText(''), simpleDetectionBody: 'Detection:\n- a: 1\n' })).toBe(
      'Detection:\n- a: 1\n',
    );
  });

  it('shows faults at their place with code, message and remedy', () => {
    const { problems } = readSimpleText('Detection:\n  - KeyPath: a\n    Condition: Equal\n    Value: 1\n');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 3, column: 16 });
    expect(problems[0]?.message).toMatch(/^SD00200012: .+\. .+/);
  });

  it('[001-5.103] says that there is an error in the syntax, and where', () => {
    const { problems } = readSimpleText('Detection:\n  - KeyPath: "a\n');
    expect(problems[0]?.message).toMatch(/^There is an error in your syntax\./);
    expect(builderViewOf('Detection: [').reason?.message).toBe('There is an error in your syntax.');
  });

  it('[001-5.105] is required', () =>
    expect(readSimpleText('').problems[0]?.message).toBe('This field is required'));

  it('refuses what is no part of the logic', () =>
    expect(
      readSimpleText('Detection: [{KeyPath: a, Condition: Exists}]\nSeverity: High\n').problems[0],
    ).toMatchObject({
      line: 2,
      severity: 'error',
    }));

  it('[001-4.38] is the same after the builder showed it', () => {
    const { model } = builderViewOf(text);
    expect(readSimpleText(textOfModel(model!)).simple).toEqual(readSimpleText(text).simple);
  });
});

describe('the text of inline filters', () => {
  it('may be a bare list, keyed, or nothing', () => {
    expect(readFiltersText('').filters).toEqual([]);
    expect(readFiltersText('InlineFilters:\n  - All: []\n').filters).toEqual([{ All: [] }]);
    expect(readFiltersText('a: 1').problems[0]?.message).toContain('InlineFilters must be a list');
    expect(readFiltersText('- KeyPath: a\n  Condition: IEquals\n  Value: x\n').problems[0]?.line).toBe(2);
  });

  it('[001-5.108] may be more than the builder shows', () =>
    expect(filtersViewOf('- All:\n  - Any:\n    - All:\n      - Any: []\n').reason?.message).toBe(
      'The GUI builder is disabled for rules with more than 3 nested conditions.',
    ));
});

describe('moving conditions', () => {
  const leaf = (name: string) => ({ target: { KeyPath: name }, operator: 'Exists' });
  const root = {
    conjunction: 'and' as const,
    nodes: [leaf('a'), { conjunction: 'or' as const, nodes: [leaf('b'), leaf('c')] }, leaf('d')],
  };
  const shape = (node: object): unknown =>
    'nodes' in node ? (node.nodes as object[]).map(shape) : (node as ReturnType<typeof leaf>).target.KeyPath;

  it('goes past neighbours, into groups and out of them', () => {
    expect(shape(moveStep(root, [0], 'down')!.root)).toEqual([['b', 'c'], 'a', 'd']);
    const into = moveStep(root, [0], 'in')!;
    expect(shape(into.root)).toEqual([['a', 'b', 'c'], 'd']);
    expect(into.path).toEqual([0, 0]);
    expect(shape(moveStep(root, [1, 0], 'up')!.root)).toEqual(['a', 'b', ['c'], 'd']);
    expect(shape(moveStep(root, [1, 1], 'down')!.root)).toEqual(['a', ['b'], 'c', 'd']);
    expect(shape(moveTo(root, [2], [1, 1])!.root)).toEqual(['a', ['b', 'd', 'c']]);
    expect(moveStep(root, [0], 'up')).toBeUndefined();
    expect(moveTo(root, [1], [1, 0])).toBeUndefined();
  });

  it('makes no group deeper than three', () => {
    expect(mayHoldGroup(root, [0, 0])).toBe(true);
    expect(mayHoldGroup(root, [0, 0, 0])).toBe(false);
    expect(mayHoldGroup({ ...root, conjunction: 'or' }, [0, 0])).toBe(false);
  });
});

describe('results beside conditions', () => {
  const leaf = (key: string, value?: string) => ({
    target: { KeyPath: key },
    operator: 'Equals',
    ...(value === undefined ? {} : { value }),
  });

  it('are in the order of the rule, and stop where it stops', () => {
    const root = {
      conjunction: 'and' as const,
      nodes: [
        { conjunction: 'or' as const, nodes: [leaf('a', '1'), leaf('b', '2')] },
        leaf('b', 'x'),
        leaf('a', '1'),
      ],
    };
    expect(Object.fromEntries(resultsOf(root, { a: '1', b: '2' }, 'detection'))).toEqual({
      '0.0': 'true',
      '0.1': 'not read',
      '0': 'true',
      '1': 'false',
      '2': 'not read',
      '': 'false',
    });
  });

  it('say of an unfinished condition that it is one', () =>
    expect(resultsOf({ conjunction: 'and', nodes: [leaf('a')] }, {}, 'detection').get('0')).toBe(
      'incomplete',
    ));
});
