import { describe, expect, it } from 'vitest';
import { alertDocument } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { pagerDuty } from './index.ts';
import { sample } from './testing.ts';

const send = async (alert = sampleAlert, settings = {}) => {
  const context = recordingContext(...sample.accepts);
  const outcome = await pagerDuty.send(alert, { ...sample.settings, ...settings }, context);
  return { outcome, request: context.requests[0] };
};

describe('PagerDuty', () => {
  it('triggers an alert that a repeat does not open again', async () => {
    const { outcome, request } = await send();
    expect(outcome).toMatchObject({ kind: 'delivered', statusCode: 202, label: 'b0c1d2e3f4' });
    expect(request?.url).toBe('https://events.eu.pagerduty.com/v2/enqueue');
    expect(bodyOf(request)).toEqual({
      routing_key: '0123456789abcdef0123456789abcdef',
      event_action: 'trigger',
      dedup_key: 'b0c1d2e3f4',
      client: 'Margay',
      client_url: sampleAlert.url,
      payload: {
        summary: 'New Alert: Console login without MFA by ada',
        severity: 'error',
        timestamp: '2026-03-01T10:00:00.000Z',
        source: 'Margay',
        class: 'AWS.Console.LoginWithoutMFA',
        custom_details: alertDocument(sampleAlert),
      },
      links: [{ href: sampleAlert.url, text: 'Open in the console' }],
    });
  });

  it('keeps within what PagerDuty takes', async () => {
    const big = {
      ...sampleAlert,
      title: 't'.repeat(5000),
      context: { small: 1, big: 'x'.repeat(600_000) },
    };
    const { request } = await send(big, { serviceRegion: 'US' });
    expect(request?.url).toBe('https://events.pagerduty.com/v2/enqueue');
    expect(String(request?.body).length).toBeLessThan(512_000);
    const { payload } = bodyOf(request) as { payload: { summary: string; custom_details: object } };
    expect(payload.summary.length).toBe(1024);
    expect(payload.custom_details).toMatchObject({ alertContext: { _truncated: true, small: 1 } });
  });

  it('takes 32 hexadecimal digits for a key', () => {
    const accepts = (integrationKey: string) => pagerDuty.settings.safeParse({ integrationKey }).success;
    expect(accepts(' 0123456789abcdef0123456789ABCDEF ')).toBe(true);
    for (const key of ['', '0123', 'g'.repeat(32), 'a'.repeat(33)]) expect(accepts(key)).toBe(false);
  });

  it('takes a page of somebody else for no answer', async () => {
    const context = recordingContext({ status: 200, body: '<html>Sign in</html>' });
    expect(await pagerDuty.send(sampleAlert, sample.settings, context)).toMatchObject({
      kind: 'failed',
      statusCode: 200,
    });
  });
});
