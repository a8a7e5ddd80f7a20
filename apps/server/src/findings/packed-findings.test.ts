import { parseLogJson } from '@margay/schema';
import type { EventObject } from '@margay/model';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Findings } from './findings.ts';
import { packFindings, unpackFindings } from './packed-findings.ts';

const event = (text: string) => parseLogJson(text) as EventObject;
const about = (ruleId: string) => ({
  ruleId,
  ruleVersionId: 'v1',
  eventIndex: 0,
});
const now = new Date('2026-03-01T10:00:00Z');

describe('packed findings', () => {
  it('come back as they were, with the digits of numbers, and each event once', async () => {
    const [first, second] = [
      event('{"badge":9223372036854775807,"weight":57.0,"text":"two\\nlines"}'),
      event('{"door":"\\u2028é"}'),
    ];
    const findings: Findings = {
      unitId: 'u',
      now,
      matches: [
        {
          match: { ...about('A'), title: 'a\nb', contextJson: '{"x":1}' },
          event: first,
        },
        { match: about('B'), event: second },
        { match: about('C'), event: first },
      ],
      errors: [
        { error: { ...about('D'), error: 'KeyError: x' }, event: second },
        {
          error: { ...about('E'), eventIndex: -1, error: 'MemoryError' },
          event: undefined,
        },
      ],
    };
    const back = await unpackFindings(await packFindings(findings), 'u');
    expect(back).toEqual(findings);
    expect(back.matches[2]?.event).toBe(back.matches[0]?.event);
  });

  it('may be none', async () => {
    const none: Findings = { unitId: 'u', now, matches: [], errors: [] };
    expect(await unpackFindings(await packFindings(none), 'u')).toEqual(none);
  });

  it('are read as an earlier version wrote them', async () => {
    const text = '{"weight":57.0}';
    const earlier = {
      now: now.toISOString(),
      matches: [{ match: about('A'), event: text }],
      errors: [{ error: { ...about('B'), error: 'KeyError: x' }, event: null }],
    };
    expect(await unpackFindings(zstdCompressSync(JSON.stringify(earlier)), 'u')).toEqual({
      unitId: 'u',
      now,
      matches: [{ match: about('A'), event: event(text) }],
      errors: [{ error: { ...about('B'), error: 'KeyError: x' }, event: undefined }],
    });
  });
});
