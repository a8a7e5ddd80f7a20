import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { historyWords } from './page/activity.tsx';
import { attackReferences } from './page/attack.ts';
import { attemptsByDestination } from './page/attempts.ts';
import { CommentBody } from './page/comment-body.tsx';
import { headlineOf } from './events/event-headline.ts';
import { parsePickerTime } from '../../lib/picker-time.ts';
import { blocksOf, Prose } from '../../ui/text/prose.tsx';
import type { Delivery } from './queries.ts';
import { alertEventsSearch, indicatorPath, isIndicatorLike } from './search-links.ts';

describe('prose', () => {
  it('draws lists, code, bold and links', () => {
    const { container } = render(
      <Prose text={'Do this:\n1. Call `x`\n2. Read [the guide](https://example.com/a)\n\n**Then** stop.'} />,
    );
    expect(container.querySelectorAll('ol > li')).toHaveLength(2);
    expect(container.querySelector('code')?.textContent).toBe('x');
    expect(container.querySelector('a')?.getAttribute('href')).toBe('https://example.com/a');
    expect(container.querySelector('strong')?.textContent).toBe('Then');
  });
  it('leaves markup and foreign schemes as text', () => {
    const { container } = render(<Prose text={'<img src=x onerror=alert(1)> [a](javascript:alert(1))'} />);
    expect(container.querySelector('img, a')).toBeNull();
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
  });
  it('keeps a list together over blank lines, and code as it is', () => {
    expect(blocksOf('- a\n\n- b\n```\n1. x\n```')).toEqual([
      { kind: 'points', items: ['a', 'b'], start: 1 },
      { kind: 'code', text: '1. x' },
    ]);
  });
});

describe('comments', () => {
  it('rebuilds HTML from what is allowed', () => {
    const body =
      '<p onclick="x()">a <b>b</b><script>c()</script><a href="javascript:d()">e</a></p><iframe src=f>';
    const { container } = render(<CommentBody comment={{ body, format: 'HTML' }} />);
    expect(container.querySelector('b')?.textContent).toBe('b');
    expect(container.querySelector('script, iframe, a, [onclick]')).toBeNull();
    expect(container.textContent).toBe('a be');
  });
});

describe('activity', () => {
  const actor = { id: 'u1', name: 'Ana' };
  const people = [{ id: 'u2', givenName: 'Tomas', familyName: null, email: 't@example.com', enabled: true }];
  const words = (type: 'STATUS_CHANGE' | 'ASSIGNEE_CHANGE', from: string | null, to: string | null) =>
    historyWords({ type, from, to, actor }, people);
  it('says what happened', () => {
    expect(words('STATUS_CHANGE', 'OPEN', 'CLOSED')).toBe('changed Open to Closed');
    expect(words('ASSIGNEE_CHANGE', null, 'u1')).toBe('took it');
    expect(words('ASSIGNEE_CHANGE', 'u2', 'u1')).toBe('took it from Tomas');
    expect(words('ASSIGNEE_CHANGE', null, 'u2')).toBe('assigned it to Tomas');
    expect(words('ASSIGNEE_CHANGE', 'u2', null)).toBe('took it away from Tomas');
  });
});

describe('MITRE ATT&CK', () => {
  it('links techniques once, tactics where there is no technique', () => {
    const values = ['TA0003:T1098.001', 'TA0006:T1098.001', 'TA0001', 'nonsense'];
    expect(
      attackReferences([
        { key: 'MITRE ATT&CK', values },
        { key: 'CIS', values: ['1.1'] },
      ]),
    ).toEqual([
      { id: 'T1098.001', href: 'https://attack.mitre.org/techniques/T1098/001/' },
      { id: 'TA0001', href: 'https://attack.mitre.org/tactics/TA0001/' },
    ]);
  });
});

describe('deliveries', () => {
  it('groups attempts by destination, the latest first, failed ones on top', () => {
    const attempt = (outputId: string, success: boolean, name: string): Delivery => ({
      outputId,
      success,
      dispatchedAt: '',
      statusCode: success ? 200 : 500,
      message: '',
      label: '',
      url: '',
      destination: { displayName: name, outputType: 'slack' },
    });
    const groups = attemptsByDestination([
      attempt('a', true, 'A'),
      attempt('b', false, 'B'),
      attempt('a', false, 'A'),
    ]);
    expect(groups.map(({ name, latest, earlier }) => [name, latest.success, earlier.length])).toEqual([
      ['B', false, 0],
      ['A', true, 1],
    ]);
  });
});

describe('events', () => {
  it('finds a headline, also in events nobody knows', () => {
    const known = headlineOf({
      eventName: 'GetObject',
      requestParameters: { bucketName: 'b' },
      p_event_time: '2026-11-20 10:00:00.000000000',
      p_log_type: 'AWS.CloudTrail',
      p_row_id: '1',
    });
    expect(known).toMatchObject({ id: '1', action: 'GetObject', detail: 'b', logType: 'AWS.CloudTrail' });
    expect(known.at?.toISOString()).toBe('2026-11-20T10:00:00.000Z');
    expect(headlineOf({ foo: 'x', bar: 'y' })).toMatchObject({ action: 'x', detail: 'y', logType: '' });
    expect(headlineOf({})).toMatchObject({ action: 'Event', detail: '' });
  });
  it('[001-2.60] offers a search only for values like text', () => {
    expect(isIndicatorLike('203.0.113.7')).toBe(true);
    for (const value of ['', 7, true, null, {}, []]) expect(isIndicatorLike(value)).toBe(false);
  });
  it('leads to the search for all events of the alert, the last one included', () => {
    const search = alertEventsSearch({
      id: 'a1',
      type: 'RULE_ERROR',
      firstEventOccurredAt: '2026-11-20T10:00:00.5Z',
      lastEventOccurredAt: '2026-11-20T10:05:00.5Z',
    });
    expect(search).toEqual({
      databases: ['panther_rule_errors'],
      filters: '{"or":[{"and":[{"target":"p_alert_id","operator":"is","value":"\\"a1\\""}]}]}',
      startTime: '2026-11-20T10:00:00Z',
      endTime: '2026-11-20T10:05:01Z',
    });
  });
  it('searches an indicator as one phrase, whatever it holds', () => {
    const params = new URLSearchParams(indicatorPath('a "b"', undefined).split('?')[1]);
    expect(params.get('q')).toBe('"a \\"b\\""');
    expect(params.get('timeFrame')).toBe('AllTime');
  });
});

describe('times of the range picker', () => {
  it('reads what it writes and refuses days that do not exist', () => {
    expect(parsePickerTime('11/20/2026 09:31', 'UTC')?.toISOString()).toBe('2026-11-20T09:31:00.000Z');
    expect(parsePickerTime('11/20/2026', 'UTC')?.toISOString()).toBe('2026-11-20T00:00:00.000Z');
    for (const text of ['', '2026-11-20', '02/30/2026', '11/20/2026 24:00', '11/20/2026 09:61'])
      expect(parsePickerTime(text, 'UTC')).toBeUndefined();
  });
});
