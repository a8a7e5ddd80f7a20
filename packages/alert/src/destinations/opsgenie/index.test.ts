import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { opsgenie } from './index.ts';
import { opsgenieAlert } from './payload.ts';
import { sample } from './testing.ts';

describe('Opsgenie', () => {
  it('creates an alert in the region of the account', async () => {
    const context = recordingContext(...sample.accepts);
    const outcome = await opsgenie.send(sampleAlert, sample.settings, context);
    expect(outcome).toMatchObject({ kind: 'delivered', label: '43a29c5c' });
    expect(context.requests[0]).toMatchObject({
      url: 'https://api.eu.opsgenie.com/v2/alerts',
      headers: { authorization: 'GenieKey genie-key-1' },
    });
    expect(bodyOf(context.requests[0])).toEqual({
      message: 'New Alert: Console login without MFA by ada',
      alias: 'b0c1d2e3f4',
      description: expect.stringContaining('<strong>Runbook</strong>: Ask the person.<br/>'),
      tags: ['AWS', 'Identity'],
      details: {
        alertId: 'b0c1d2e3f4',
        detectionId: 'AWS.Console.LoginWithoutMFA',
        severity: 'HIGH',
        type: 'RULE',
        link: sampleAlert.url,
      },
      source: 'Margay',
      priority: 'P2',
    });
    await opsgenie.send(sampleAlert, { apiKey: 'k' }, context);
    expect(context.requests[1]?.url).toBe('https://api.opsgenie.com/v2/alerts');
  });

  it('keeps every part within its limit, and markup of an event as text', () => {
    const hostile = '<img src=x onerror=alert(1)>&"';
    const made = opsgenieAlert({
      ...sampleAlert,
      title: hostile.repeat(50),
      description: hostile.repeat(2000),
      tags: Array.from({ length: 90 }, () => 'x'.repeat(300)),
      context: { [hostile]: hostile.repeat(5000) },
    });
    expect(made.message.length).toBeLessThanOrEqual(130);
    expect(made.description.length).toBeLessThanOrEqual(15_000);
    expect(made.tags).toHaveLength(20);
    expect(made.tags[0]?.length).toBe(50);
    expect(made.message + made.description).not.toContain('<img');
    expect(made.description).toContain('<pre>');
  });
});
