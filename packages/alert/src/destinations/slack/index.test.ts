import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { slack } from './index.ts';
import { slackMessage } from './payload.ts';
import { sample } from './testing.ts';

const { webhookURL } = sample.settings as { webhookURL: string };

describe('slack', () => {
  it('posts one attachment with link, runbook and severity', async () => {
    const context = recordingContext({ status: 200, body: 'ok' });
    expect(await slack.send(sampleAlert, { webhookURL }, context)).toMatchObject({
      kind: 'delivered',
      message: 'ok',
    });
    expect(context.requests[0]).toMatchObject({ method: 'POST', url: webhookURL });
    expect(bodyOf(context.requests[0])).toEqual({
      attachments: [
        {
          fallback: 'New Alert: Console login without MFA by ada',
          color: '#cb2e2e',
          title: 'New Alert: Console login without MFA by ada',
          fields: [
            {
              value: '<https://margay.example.com/alerts-and-errors/b0c1d2e3f4/|Open in the console>',
              short: false,
            },
            { title: 'Runbook', value: 'Ask the person.', short: false },
            { title: 'Severity', value: 'HIGH', short: true },
          ],
          mrkdwn_in: [],
        },
      ],
    });
  });

  it('lets no text of an event become a link, a mention or a call of the channel', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '>', '!', '@', '|', '&', 'channel', 'https://evil.example', '\n'),
        }),
        (hostile) => {
          const [attachment] = slackMessage({ ...sampleAlert, title: hostile, runbook: hostile }).attachments;
          for (const text of [attachment?.title, attachment?.fallback, attachment?.fields[1]?.value])
            expect(text).not.toMatch(/[<>]/);
        },
      ),
    );
  });

  it('says when a channel is gone', async () => {
    const outcome = await slack.send(
      sampleAlert,
      { webhookURL },
      recordingContext({ status: 404, body: 'no_service' }),
    );
    expect(outcome).toMatchObject({ kind: 'failed', statusCode: 404 });
    expect(outcome.message).toContain('no_service');
  });

  it('stays short', () => {
    const long = { ...sampleAlert, title: '<'.repeat(5000), runbook: '&'.repeat(50_000) };
    expect(JSON.stringify(slackMessage(long)).length).toBeLessThan(20_000);
  });
});
