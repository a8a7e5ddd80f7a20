import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowKnowledge } from '../../../testing/flow-knowledge.ts';
import { parsePantherFlow } from '../parse.ts';
import { queryInfo } from './query-info.ts';
import type { FlowTimeSelection } from './query-text.ts';
import { defaultFlowText, flowTextOf, setSource, setTime } from './query-text.ts';
import type { FlowChart } from './visualize.ts';
import { getVisualize, setVisualize } from './visualize.ts';

const alb = { databases: [], tables: [{ database: 'panther_logs', name: 'aws_alb' }] };
const hour: FlowTimeSelection = { kind: 'last', count: 1, unit: 'hours' };
const day: FlowTimeSelection = {
  kind: 'between',
  start: new Date('2026-01-01T00:00:00Z'),
  end: new Date('2026-01-02T00:00:00Z'),
};

describe('a text for a form', () => {
  it('[001-9.2] is the default text for the default form', () => {
    expect(
      flowTextOf({ databases: ['panther_logs'], tables: [] }, { kind: 'last', count: 20, unit: 'minutes' }),
    ).toBe('union panther_logs.public.* | where p_event_time > time.ago(20m)');
    expect(defaultFlowText).toBe('union panther_logs.public.* | where p_event_time > time.ago(20m)');
    expect(flowTextOf({ databases: [], tables: [] }, undefined)).toBe('union panther_logs.public.*');
    expect(flowTextOf(alb, day)).toBe(
      "union panther_logs.public.aws_alb | where p_event_time between time.parse_timestamp('2026-01-01T00:00:00.000Z') .. time.parse_timestamp('2026-01-02T00:00:00.000Z')",
    );
  });
});

describe('the source in a text', () => {
  it('is replaced in place', () => {
    expect(setSource('// one\nunion a, b.public.*  // two\n| limit 1', alb)).toBe(
      '// one\nunion panther_logs.public.aws_alb  // two\n| limit 1',
    );
    expect(setSource('aws_cloudtrail', alb)).toBe('union panther_logs.public.aws_alb');
  });
  it('is put before a pipe, and into an empty text', () => {
    expect(setSource(' | where a', alb)).toBe(' union panther_logs.public.aws_alb | where a');
    expect(setSource('', alb)).toBe('union panther_logs.public.aws_alb');
  });
  it('stays when no form can stand for it', () => {
    for (const text of [
      'let a = t | limit 1; a',
      "datatable [{'a': 1}]",
      'union t, (u | limit 1)',
      '(t | limit 1)',
      'let a = 1;',
      'union ',
      'union | limit 1',
    ])
      expect(setSource(text, alb)).toBe(text);
  });
});

describe('the time in a text', () => {
  it('is replaced in place', () => {
    expect(setTime('t  | where p_event_time > time.ago(20m) and a // x\n| limit 1', hour)).toBe(
      't  | where p_event_time > time.ago(1h) and a // x\n| limit 1',
    );
    expect(
      setTime('t | where a and (p_event_time >= time.ago(20m)) and p_event_time < time.now()', day),
    ).toContain('a and (p_event_time between time.parse_timestamp');
  });
  it('is put behind the source when there is none', () => {
    expect(setTime('t | limit 1', hour)).toBe('t | where p_event_time > time.ago(1h) | limit 1');
    expect(setTime('t\n| limit 1', hour)).toBe('t\n| where p_event_time > time.ago(1h)\n| limit 1');
    expect(setTime('union ', hour)).toBe('union ');
    expect(setTime('| limit 1', hour)).toBe('| where p_event_time > time.ago(1h) | limit 1');
  });
  it('is taken out', () => {
    expect(setTime('t | where p_event_time > time.ago(1d) | limit 1', undefined)).toBe('t | limit 1');
    expect(
      setTime('t | where p_event_time > time.ago(1d) and a and p_event_time < time.now()', undefined),
    ).toBe('t | where a');
    expect(setTime('t | where (p_event_time > time.ago(1d)) and (a or b)', undefined)).toBe(
      't | where (a or b)',
    );
    expect(setTime('t | where p_event_time > time.ago(1d) or a', undefined)).toBe(
      't | where p_event_time > time.ago(1d) or a',
    );
  });

  const condition = fc.constantFrom(
    'a == 1',
    '(a or b)',
    'p_event_time > time.ago(1d)',
    '(p_event_time < time.now())',
    'p_event_time between time.ago(2d) .. time.ago(1d)',
    '(c and p_event_time >= time.ago(3d))',
  );
  const joint = fc.constantFrom('\n and ', ' and ', ' // note\n and // more\n ');
  const stage = fc
    .tuple(fc.array(condition, { minLength: 1, maxLength: 4 }), joint, fc.constantFrom('', ' // | end'))
    .map(([parts, and, comment]) => `| where ${parts.join(and)}${comment}`);
  it('is the one that was set, in any text (property)', () => {
    fc.assert(
      fc.property(fc.array(stage, { maxLength: 3 }), (stages) => {
        const text = ['aws_alb', ...stages].join('\n');
        const time = (edited: string) => {
          expect(parsePantherFlow(edited).diagnostics, edited).toEqual([]);
          return queryInfo(edited, new Date(0), flowKnowledge.catalog).time;
        };
        expect(time(setTime(text, undefined))).toBeUndefined();
        const { start, end } = time(setTime(text, day)) ?? {};
        expect([start?.ms, end?.ms]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]);
      }),
    );
  });
});

describe('the chart of a text', () => {
  it('is read', () => {
    expect(
      getVisualize(
        "t | visualize line xcolumn=hour, ycolumn=[n, o.p], series=`user-agent`, title='It\\'s', foo=1",
      ),
    ).toEqual({
      chart: 'line',
      xcolumn: 'hour',
      ycolumn: ['n', 'o.p'],
      series: '`user-agent`',
      title: "It's",
    });
    expect(getVisualize('t | visualize')).toEqual({});
    expect(getVisualize('t')).toBeUndefined();
  });
  it('is replaced in place, with what a form does not know', () => {
    expect(
      setVisualize('t // one\n|  visualize bar xcolumn=a, foo = 1 // two', { chart: 'pie', ycolumn: ['n'] }),
    ).toBe('t // one\n|  visualize pie ycolumn=n, foo = 1 // two');
  });
  it('is added behind the last stage and taken away', () => {
    expect(setVisualize('t\n| limit 1;\n// end', { chart: 'bar', title: 'x' })).toBe(
      "t\n| limit 1\n| visualize bar title='x';\n// end",
    );
    expect(setVisualize('t | limit 1', {})).toBe('t | limit 1 | visualize');
    expect(setVisualize('t // one\n| visualize bar; // two', undefined)).toBe('t // one\n; // two');
    expect(setVisualize('let a = 1;', { chart: 'bar' })).toBe('let a = 1;');
  });
  it('takes no more than a column where one is expected', () => {
    const text = setVisualize('t', {
      xcolumn: "a | limit 1 // '",
      series: 'x y`',
      ycolumn: ['1 + 1', 'b[0].c'],
    });
    expect(parsePantherFlow(text).diagnostics).toEqual([]);
    expect(getVisualize(text)).toEqual({
      xcolumn: "`a | limit 1 // '`",
      series: "`x y'`",
      ycolumn: ['`1 + 1`', 'b[0].c'],
    });
  });
  it('comes back as it was set (property)', () => {
    const word = fc.constantFrom('a', 'b.c', 'p_event_time');
    const chart = fc.record(
      {
        chart: fc.constantFrom('bar', 'line', 'pie'),
        xcolumn: word,
        ycolumn: fc.array(word, { minLength: 1, maxLength: 3 }),
        series: word,
        title: fc.string({ unit: 'grapheme' }),
        kind: fc.constantFrom('stacked', 'unstacked'),
      },
      { requiredKeys: [] },
    );
    const texts = fc.constantFrom('t', 't | limit 1;', "t\n| visualize line title='x'", '| where a // b\n');
    fc.assert(
      fc.property(texts, chart, (text, wanted: FlowChart) => {
        expect(getVisualize(setVisualize(text, wanted))).toEqual(wanted);
      }),
    );
  });
});
