import { describe, expect, it } from 'vitest';
import { flowKnowledge } from '../../../testing/flow-knowledge.ts';
import { queryInfo, syncErrorKinds } from './query-info.ts';
import { defaultFlowText } from './query-text.ts';

const now = new Date('2026-03-04T12:00:00Z');
const info = (text: string) => queryInfo(text, now, flowKnowledge.catalog);
const names = (text: string) => info(text).tables.map(({ database, name }) => `${database}.${name}`);

/** Start and end as text; relative ones marked. */
function times(text: string): (string | undefined)[] {
  const { time } = info(text);
  return [time?.start, time?.end].map(
    (at) => at && `${at.isRelative ? 'now: ' : ''}${new Date(at.ms).toISOString().replace('.000Z', 'Z')}`,
  );
}

describe('tables of a text', () => {
  it('are those it reads, patterns expanded, variables aside', () => {
    expect(names(defaultFlowText)).toEqual(['panther_logs.aws_alb', 'panther_logs.aws_cloudtrail']);
    expect(
      names(
        'let a = AWS_ALB | limit 1; a | join kind=inner b=(panther_rule_matches.public.aws_cloudtrail) on $left.type == $right.eventName',
      ),
    ).toEqual(['panther_logs.aws_alb', 'panther_rule_matches.aws_cloudtrail']);
    expect(names('aws_alb | where type in toscalar(aws_cloudtrail | project eventName)')).toHaveLength(2);
    expect(names('nope | limit 1')).toEqual([]);
    expect(names('all_logs')).toEqual(['panther_views.all_logs']);
    expect(names('*.public.aws_c*')).toEqual([
      'panther_logs.aws_cloudtrail',
      'panther_rule_matches.aws_cloudtrail',
    ]);
    expect(info('union panther_logs.public.*, panther_rule_matches.public.*').databases).toEqual([
      'panther_logs',
      'panther_rule_matches',
    ]);
  });
  it('are fixed unless the text begins with a pipe', () => {
    expect(info('aws_alb').fixesTables).toBe(true);
    expect(info('| where true').fixesTables).toBe(false);
    expect(info('').fixesTables).toBe(false);
  });
});

describe('time of a text', () => {
  it('is read from conditions on p_event_time', () => {
    expect(times('t | where p_event_time > time.ago(1d)')).toEqual(['now: 2026-03-03T12:00:00Z', undefined]);
    expect(
      times(
        "t | where p_event_time between time.parse_timestamp('2026-01-01') .. time.parse_timestamp('2026-01-02 03:04:05+01:00')",
      ),
    ).toEqual(['2026-01-01T00:00:00Z', '2026-01-02T02:04:05Z']);
    expect(
      times('t | where a and (time.now() - 1h < p_event_time and b) | where p_event_time <= time.now()'),
    ).toEqual(['now: 2026-03-04T11:00:00Z', 'now: 2026-03-04T12:00:00Z']);
    expect(
      times("let at = time.parse_timestamp('2026-01-01'); t | where p_event_time >= time.add(at, -2, 'h')"),
    ).toEqual(['2025-12-31T22:00:00Z', undefined]);
    expect(times('t | where p_event_time > time.ago(1d) | where p_event_time > time.ago(1h)')[0]).toBe(
      'now: 2026-03-04T11:00:00Z',
    );
  });
  it('is not read where a row may escape it', () => {
    for (const text of [
      't | where p_event_time > time.ago(1d) or a',
      't | where not p_event_time > time.ago(1d)',
      't | limit 5 | where p_event_time > time.ago(1d)',
      't | summarize p_event_time = agg.max(p_event_time) | where p_event_time > time.ago(1d)',
      't | extend p_event_time = time.now() | where p_event_time > time.ago(1d)',
      't | where p_event_time > other',
      't | where p_event_time not between time.ago(1d) .. time.now()',
      'let a = t | where p_event_time > time.ago(1d); a',
      'let a = a; t | where p_event_time > a',
    ])
      expect(times(text)).toEqual([undefined, undefined]);
  });
  it('[001-2.46] is in error when it starts relative to now', () => {
    expect(info(defaultFlowText).errors).toEqual([
      {
        kind: 'time',
        message: 'The query text sets a relative start time; the time frame here is not in use.',
      },
    ]);
    expect(
      info("aws_alb | where p_event_time > time.parse_timestamp('2026-01-01') and p_event_time < time.now()")
        .errors,
    ).toEqual([]);
  });
});

it('[001-8.16] tells which part of the form cannot follow the text', () => {
  expect(syncErrorKinds).toEqual(['database', 'table', 'time', 'other']);
  const kinds = (text: string) => info(text).errors.map(({ kind }) => kind);
  expect(kinds('nope.public.aws_alb')).toEqual(['database']);
  expect(kinds('panther_logs.public.nope, aws_alb')).toEqual(['table', 'other']);
  expect(kinds('union no_such*, aws_alb | where p_event_time > time.ago(1d)')).toEqual(['table', 'time']);
  expect(kinds('let t = aws_alb | limit 1; t')).toEqual([]);
  const [unreadable] = info('aws_alb | wher').errors;
  expect(unreadable?.kind).toBe('other');
  expect(JSON.parse(unreadable?.message ?? '')).toEqual([expect.stringContaining('wher')]);
  expect(kinds('')).toEqual([]);
});

it('says whether the text ends in a chart and can be read', () => {
  expect(info('t | visualize bar')).toMatchObject({ hasVisualize: true, isReadable: true });
  expect(info('t | where (| visualize')).toMatchObject({ hasVisualize: true, isReadable: false });
});
