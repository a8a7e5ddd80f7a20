import { fullTrust } from '@margay/model';
import { describe, expect, it } from 'vitest';
import { detectionFactsOf, findingEventOf, type Finding } from './finding.ts';
import { alertTextsOf, cutText, dedupStringOf, errorTypeOf } from './texts.ts';
import { windowKey } from './window.ts';

const facts = detectionFactsOf({
  id: 'R',
  versionId: 'v',
  trust: fullTrust,
  kind: 'RULE',
  body: '',
  logTypes: [],
  severity: 'LOW',
  displayName: '',
  description: 'about',
  runbook: '',
  reference: '',
  dedupPeriodMinutes: 60,
  threshold: 1,
  createAlert: true,
  tags: [],
  reports: {},
  outputIds: [],
  summaryAttributes: [],
});
const match = (texts: Extract<Finding, { kind: 'match' }>['texts']): Finding => ({
  kind: 'match',
  detection: facts,
  at: new Date(0),
  event: null,
  texts,
});

describe('texts of an alert', () => {
  it('takes the kind from the rule, whatever its log types', () => {
    expect(facts.kind).toBe('RULE');
  });

  it('groups by dedup, then title, then a constant of the detection', () => {
    expect(dedupStringOf(match({ dedup: 'd', title: 't' }))).toBe('d');
    expect(dedupStringOf(match({ dedup: '', title: 't' }))).toBe('t');
    expect(dedupStringOf(match({}))).toBe('defaultDedupString:R');
    expect(dedupStringOf(match({ dedup: 'x'.repeat(2000) }))).toHaveLength(1000);
  });

  it('falls back to the display name, then the id', () => {
    expect(alertTextsOf(match({})).title).toBe('R');
    expect(alertTextsOf({ ...match({}), detection: { ...facts, displayName: 'Name' } }).title).toBe('Name');
  });

  it('never interprets what a log says', () => {
    const title = '{{constructor}} ${x} %s <script>';
    expect(alertTextsOf(match({ title })).title).toBe(title);
  });

  it('cuts long texts at 1,000 characters and says so', () => {
    const cut = cutText('y'.repeat(5000));
    expect(cut).toHaveLength(1000);
    expect(cut.endsWith('... (truncated)')).toBe(true);
    expect(cutText('🦁'.repeat(600)).isWellFormed()).toBe(true);
  });

  it('leaves the settings of a detection whole', () => {
    const runbook = 'step\n'.repeat(1000);
    const texts = alertTextsOf({ ...match({ runbook: '' }), detection: { ...facts, runbook } });
    expect(texts.runbook).toBe(runbook);
  });

  it('replaces a context that is too large by a note', () => {
    const { contextJson } = alertTextsOf(match({ contextJson: JSON.stringify({ a: 'z'.repeat(300_000) }) }));
    expect(Object.keys(JSON.parse(contextJson) as object)).toEqual(['_error']);
  });

  it('keeps at most ten destinations and tells none from no answer', () => {
    const names = Array.from({ length: 11 }, (_, i) => `d${i}`);
    expect(alertTextsOf(match({ destinations: names })).destinations).toHaveLength(10);
    expect(alertTextsOf(match({ destinations: [] })).destinations).toEqual([]);
    expect(alertTextsOf(match({})).destinations).toBeNull();
  });

  it('finds the type of an error', () => {
    expect(errorTypeOf("KeyError: 'a: b'")).toBe('KeyError');
    expect(errorTypeOf('json.decoder.JSONDecodeError: x')).toBe('json.decoder.JSONDecodeError');
    expect(errorTypeOf('RecursionError')).toBe('RecursionError');
    expect(errorTypeOf('it went wrong: badly')).toBe('Error');
  });

  it('reads the facts of an event and survives odd ones', () => {
    const event = {
      p_log_type: 'A.B',
      p_source_id: 's',
      p_row_id: 'r',
      p_event_time: '2026-01-02 03:04:05.678901234',
    };
    expect(findingEventOf(event)).toMatchObject({
      logType: 'A.B',
      eventTime: new Date('2026-01-02T03:04:05.678Z'),
    });
    expect(findingEventOf({ p_log_type: 7, p_event_time: 'soon' })).toMatchObject({
      logType: '',
      eventTime: null,
    });
  });

  it('keeps keys of different parts apart', () => {
    expect(windowKey('a', 'match', 'b')).not.toBe(windowKey('a","match', 'match', 'b'));
    expect(windowKey('a', 'match', 'b')).toMatch(/^[0-9a-f]{64}$/);
  });
});
