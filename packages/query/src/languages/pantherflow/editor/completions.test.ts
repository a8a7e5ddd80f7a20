import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atCursor, flowKnowledge } from '../../../testing/flow-knowledge.ts';
import { completionsAt } from './completions.ts';
import type { FlowKnowledge } from './knowledge.ts';

function complete(marked: string, knowledge: FlowKnowledge = flowKnowledge) {
  const { text, at } = atCursor(marked);
  return completionsAt(text, at, knowledge);
}
const labels = (marked: string, knowledge = flowKnowledge) =>
  complete(marked, knowledge)?.items.map(({ label }) => label) ?? [];
const details = (marked: string) =>
  Object.fromEntries(complete(marked)?.items.map(({ label, detail }) => [label, detail]) ?? []);

/** The text after an item was chosen. */
function chosen(marked: string, label: string, knowledge = flowKnowledge): string {
  const { text } = atCursor(marked);
  const found = complete(marked, knowledge);
  const item = found?.items.find((candidate) => candidate.label === label);
  if (!found || !item) throw new Error(`${label} is not offered`);
  return text.slice(0, found.start) + item.insert + text.slice(found.end);
}

describe('completion of sources', () => {
  it('offers tables at the very start', () => {
    expect(labels('‸')).toEqual(
      expect.arrayContaining(['aws_alb', 'panther_logs', 'union', 'let', 'datatable']),
    );
    expect(labels('aw‸').slice(0, 2)).toEqual(['aws_alb', 'aws_cloudtrail']);
    expect(labels('‸ | limit 1')).toContain('aws_alb');
    expect(chosen('al‸', 'aws_alb')).toBe('panther_logs.public.aws_alb');
  });
  it('offers the parts of a name', () => {
    expect(labels('panther_logs.‸')).toEqual(['public']);
    expect(labels('panther_logs.public.‸').slice(0, 2)).toEqual(['*', 'aws*']);
    expect(labels('panther_logs.public.aws_c‸')).toEqual(['aws_cloudtrail']);
    expect(labels('panther_rule_matches.public.a‸')).toEqual(['aws_cloudtrail']);
    expect(chosen('union panther_logs.public.aws_‸alb | limit 1', 'aws_cloudtrail')).toBe(
      'union panther_logs.public.aws_cloudtrail | limit 1',
    );
  });
  it('offers table variables, in unions and nested queries too', () => {
    const start = 'let logins = aws_alb | limit 5; let n = 5; ';
    expect(labels(`${start}‸`)[0]).toBe('logins');
    expect(labels(`${start}‸`)).not.toContain('n');
    expect(labels(`${start}union aws_alb, l‸`)).toContain('logins');
    expect(labels(`${start}aws_alb | union l‸`)).toContain('logins');
    expect(labels(`${start}aws_alb | join kind=inner a=(l‸`)).toContain('logins');
    expect(labels(`${start}aws_alb | where type in toscalar(l‸`)).toContain('logins');
    expect(labels('let later = ‸; let logins = aws_alb | limit 5; logins')).not.toContain('logins');
  });
  it('offers the pipe behind a source', () => {
    expect(labels('aws_alb ‸')).toEqual(['|']);
    expect(labels('union aws_alb, aws_cloudtrail ‸')).toEqual(['|']);
    expect(labels('range n ‸')).toEqual(['from']);
    expect(labels('range n from 1 ‸')[0]).toBe('to');
  });
  it('is silent where a new name stands', () => {
    expect(complete('let na‸')).toBeUndefined();
    expect(complete('aws_alb // a‸')).toBeUndefined();
  });
});

describe('completion of stages', () => {
  it('offers operators after a pipe', () => {
    expect(labels('aws_alb | ‸')[0]).toBe('where');
    expect(labels('aws_alb\n| su‸\n| limit 1')[0]).toBe('summarize');
    expect(chosen('aws_alb | su‸mm | limit 1', 'summarize')).toBe('aws_alb | summarize  | limit 1');
    expect(labels('aws_alb | join kind=inner a=(aws_cloudtrail | so‸')[0]).toBe('sort');
  });
  it('offers the words of a stage where they fit', () => {
    expect(labels('aws_alb | summarize n = agg.count() ‸')).toContain('by');
    expect(labels('aws_alb | sort type ‸').slice(0, 2)).toContain('desc');
    expect(labels('aws_alb | sort type desc nulls ‸')).toEqual(['first', 'last']);
    expect(labels('aws_alb | join ‸')).toEqual(['kind']);
    expect(labels('aws_alb | join kind=‸')[0]).toBe('inner');
    expect(labels('aws_alb | join kind=inner a=(aws_cloudtrail) ‸')).toEqual(['on']);
    expect(labels("aws_alb | search 'x' ‸")).toEqual(['or', 'and']);
    expect(labels('aws_alb | limit ‸')).toContain('100');
  });
  it('offers charts, annotations and their values', () => {
    expect(labels('aws_alb | visualize ‸').slice(0, 2)).toEqual(['bar', 'line']);
    expect(labels('aws_alb | visualize line x‸')).toEqual(expect.arrayContaining(['xcolumn', 'xtitle']));
    expect(labels('aws_alb | visualize line xcolumn=‸')).toContain('clientIp');
    expect(labels("aws_alb | visualize line xcolumn=type, legend='‸")).toEqual(['visible', 'hidden']);
  });
});

describe('completion of expressions', () => {
  it('offers columns with their types, and fields inside them', () => {
    expect(details('aws_alb | where ‸')).toMatchObject({ clientIp: 'string', elbStatusCode: 'int' });
    expect(labels('aws_cloudtrail | where issu‸')[0]).toBe('userIdentity.sessionContext.sessionIssuer');
    expect(labels('aws_cloudtrail | where userIdentity.‸')).toEqual(['arn', 'type', 'sessionContext']);
    expect(labels('aws_cloudtrail | where userIdentity.sessionContext.se‸')).toEqual(['sessionIssuer']);
    expect(labels("aws_cloudtrail | where userIdentity['sessionContext'].‸")).toContain('attempts');
    expect(labels("aws_cloudtrail | where userIdentity['‸']")).toContain('arn');
    expect(labels('aws_cloudtrail | where resources[0].‸')).toEqual(['arn', 'type']);
  });
  it('knows the columns after each stage', () => {
    const text = `aws_cloudtrail
      | extend who = userIdentity.arn, userIdentity['extra'] = 1
      | join kind=leftouter geo=(aws_alb | project clientIp, code = elbStatusCode) on $left.sourceIPAddress == $right.clientIp
      | ‸
      | summarize n = agg.count(), agg.max(p_event_time), ips = agg.make_set(sourceIPAddress) by eventName, geo.code, hour = time.trunc('hour', p_event_time)
      | where ‸`;
    const [before, after] = [`${text.slice(0, text.indexOf('‸'))}where ‸`, text.replace('‸', 'where true')];
    expect(details(before)).toMatchObject({ who: 'string', geo: 'object', eventName: 'string' });
    expect(labels(before.replace('where ‸', 'where geo.‸'))).toEqual(['code', 'clientIp']);
    expect(labels(before.replace('where ‸', 'where userIdentity.‸'))).toContain('extra');
    const columns = complete(after)!.items.filter(({ kind }) => kind === 'column');
    expect(Object.fromEntries(columns.map(({ label, detail }) => [label, detail]))).toEqual({
      eventName: 'string',
      'geo.code': 'int',
      hour: 'timestamp',
      n: 'int',
      max_p_event_time: 'timestamp',
      ips: '[string]',
    });
  });
  it('writes names that need it in backticks', () => {
    expect(chosen("datatable [{'user-agent': 1}] | where us‸", 'user-agent')).toContain('where `user-agent`');
    expect(chosen("datatable [{'o': {'a b': 1}}] | where o.‸", 'a b')).toContain('where o.`a b`');
  });
  it('offers functions with their namespaces', () => {
    expect(labels('aws_alb | where strings.sta‸')).toEqual(['starts_with']);
    expect(labels('aws_alb | where starts‸')).toContain('strings.starts_with');
    const fn = complete('aws_alb | where strings.cont‸')?.items[0];
    expect(fn).toMatchObject({ kind: 'function', insert: 'contains(', continues: true });
    expect(fn?.snippet).toMatch(/^contains\(\$\{\w+\}, \$\{\w+\}\)$/);
    expect(labels('aws_alb | where agg‸')).not.toContain('agg.count');
    expect(labels('aws_alb | summarize ‸')[0]).toMatch(/^agg\./);
    expect(labels('aws_alb | summarize n = agg.max(‸')).not.toContain('agg.count');
    expect(labels('aws_alb | summarize n = agg.count() by ‸')).toContain('clientIp');
  });
  it('offers what goes on after a value', () => {
    expect(labels('aws_alb | where clientIp ‸')).toEqual(
      expect.arrayContaining(['==', 'in', 'and', 'between']),
    );
    expect(labels('aws_alb | where clientIp == ‸')).toContain('type');
    expect(labels('aws_alb | where not ‸')).toContain('clientIp');
  });
  it('offers variables, parameters and the sides of a join', () => {
    expect(labels('let n = 5; let t = aws_alb | limit 1; t | where n‸')[0]).toBe('n');
    expect(labels('aws_cloudtrail | extend a = arrays.map(resources, fn (item) { it‸')[0]).toBe('item');
    expect(labels('aws_cloudtrail | extend a = arrays.map(resources, fn (item) { item.‸ })')).toEqual([
      'arn',
      'type',
    ]);
    expect(labels('aws_cloudtrail | extend a = arrays.map(resources, ‸')[0]).toBe('fn');
    const join = 'aws_cloudtrail | join kind=inner a=(aws_alb | project ip = clientIp) on ';
    expect(labels(`${join}‸`).slice(0, 2)).toEqual(['$left', '$right']);
    expect(labels(`${join}$left.event‸`)).toEqual(['eventName', 'p_event_time']);
    expect(labels(`${join}$left.sourceIPAddress == $right.‸`)).toEqual(['ip']);
  });
  it('offers units', () => {
    expect(labels("aws_alb | extend h = time.trunc('‸', p_event_time)").slice(0, 4)).toContain('hour');
    expect(labels('aws_alb | where p_event_time > time.ago(20‸)')).toEqual([
      '20m',
      '20h',
      '20d',
      '20s',
      '20ms',
    ]);
  });
  it('offers what a parameter asks for', () => {
    expect(labels('aws_alb | where p_event_time > time.ago(‸)')[0]).toBe('20m');
    expect(labels('aws_alb | extend h = time.trunc(‸')[0]).toBe("'year'");
    expect(labels('aws_alb | extend h = time.trunc(hour(‸')).not.toContain("'year'");
  });
  it('offers the columns of the form to a text that begins with a pipe', () => {
    const columns = [{ name: 'fromForm', type: { kind: 'string' as const } }];
    expect(labels('| where ‸', { ...flowKnowledge, callerColumns: columns })).toContain('fromForm');
  });
});

describe('completion of values', () => {
  const asked: string[] = [];
  const knowledge: FlowKnowledge = {
    ...flowKnowledge,
    valuesOf: (field) => {
      asked.push(field);
      if (field === 'slow') return undefined;
      return [{ value: 'ConsoleLogin', count: 1200 }, { value: "it's", count: 3 }, { value: 'AssumeRole' }];
    },
  };
  it('offers the most frequent first', () => {
    expect(labels("aws_cloudtrail | where eventName == '‸'", knowledge)).toEqual([
      'ConsoleLogin',
      "it's",
      'AssumeRole',
    ]);
    expect(complete("aws_cloudtrail | where eventName == '‸'", knowledge)?.items[0]?.detail).toBe(
      '1,200 rows',
    );
    expect(labels("aws_cloudtrail | where eventName == 'As‸'", knowledge)).toEqual(['AssumeRole']);
  });
  it('puts them into the text so that it stays one', () => {
    const quoted = "aws_cloudtrail | where eventName == 'i‸'";
    expect(chosen(quoted, "it's", knowledge)).toBe("aws_cloudtrail | where eventName == 'it\\'s'");
    expect(chosen(quoted.replaceAll("'", '"'), "it's", knowledge)).toBe(
      'aws_cloudtrail | where eventName == "it\'s"',
    );
    expect(chosen("aws_cloudtrail | where eventName == 'Con‸\n| limit 1", 'ConsoleLogin', knowledge)).toBe(
      "aws_cloudtrail | where eventName == 'ConsoleLogin'\n| limit 1",
    );
    expect(chosen('aws_cloudtrail | where eventName == ‸', 'ConsoleLogin', knowledge)).toBe(
      "aws_cloudtrail | where eventName == 'ConsoleLogin'",
    );
  });
  it('knows the field in lists and calls', () => {
    asked.length = 0;
    complete("aws_cloudtrail | where userIdentity.type not in ['a', '‸']", knowledge);
    complete("aws_cloudtrail | where strings.starts_with(eventName, '‸')", knowledge);
    expect(asked).toEqual(['userIdentity.type', 'eventName']);
  });
  it('says which values are still to come', () => {
    expect(complete("aws_cloudtrail | where slow == '‸'", knowledge)).toEqual({
      start: 32,
      end: 32,
      items: [],
      pendingField: 'slow',
    });
  });
});

describe('completion in any text', () => {
  const pieces = fc.constantFrom(
    ...'| ; , . ( ) [ ] { } == = let where project extend summarize by join kind=inner on union visualize aws_alb userIdentity arn $left fn x 1 2d toscalar agg.count'.split(
      ' ',
    ),
    "'",
    '"x"',
    '`',
    '\n',
    '//',
  );
  it('never throws, and replaces what is around the cursor (property)', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), fc.nat(), (parts, seed) => {
        const text = parts.join(' ');
        const at = seed % (text.length + 1);
        const found = completionsAt(text, at, flowKnowledge);
        if (!found) return;
        expect(found.start).toBeLessThanOrEqual(at);
        expect(found.end).toBeGreaterThanOrEqual(at);
      }),
      { numRuns: 500 },
    );
  });
  it('answers hostile texts', () => {
    const texts = [
      'x'.repeat(1_000_000),
      `t${'\n| limit 1'.repeat(9000)}`,
      `t | where ${'('.repeat(20_000)}`,
      '\0\ud800|',
    ];
    for (const text of texts) expect(() => completionsAt(text, text.length, flowKnowledge)).not.toThrow();
  });
});
