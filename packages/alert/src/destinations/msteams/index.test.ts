import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { msTeams } from './index.ts';
import { sample } from './testing.ts';

const connector = { webhookURL: 'https://acme.webhook.office.com/webhookb2/x' };

describe('Microsoft Teams', () => {
  it('posts an adaptive card to a workflow', async () => {
    const context = recordingContext({ status: 202 });
    expect(await msTeams.send(sampleAlert, sample.settings, context)).toMatchObject({ kind: 'delivered' });
    const run = (text: string, over: object = {}) => ({ type: 'TextRun', text, ...over });
    const row = (name: string, value: string, over: object = {}) => ({
      type: 'RichTextBlock',
      inlines: [run(`${name}: `, { weight: 'Bolder' }), run(value, over)],
    });
    expect(bodyOf(context.requests[0])).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            msteams: { width: 'Full' },
            body: [
              {
                type: 'RichTextBlock',
                inlines: [
                  run('New Alert: Console login without MFA by ada', { weight: 'Bolder', size: 'Medium' }),
                ],
              },
              row('Severity', 'HIGH'),
              row('Description', 'A person signed in without a second factor.'),
              row('Runbook', 'Ask the person.'),
              row('Tags', 'AWS, Identity'),
              row('Alert ID', 'b0c1d2e3f4'),
              row('AlertContext', JSON.stringify(sampleAlert.context, null, 2), { fontType: 'Monospace' }),
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in the console', url: sampleAlert.url }],
          },
        },
      ],
    });
  });

  it('posts a message card to an older connector', async () => {
    const context = recordingContext({ status: 200, body: '1' });
    expect(await msTeams.send(sampleAlert, connector, context)).toMatchObject({ kind: 'delivered' });
    expect(bodyOf(context.requests[0])).toMatchObject({
      '@type': 'MessageCard',
      themeColor: 'cb2e2e',
      sections: [{ activityTitle: 'New Alert: Console login without MFA by ada', markdown: false }],
      potentialAction: [{ targets: [{ uri: sampleAlert.url }] }],
    });
  });

  it('believes an older connector only when it says that the message is there', async () => {
    const body =
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429';
    const outcome = await msTeams.send(sampleAlert, connector, recordingContext({ status: 200, body }));
    expect(outcome).toMatchObject({ kind: 'failed', statusCode: 429 });
    expect(outcome.message).toContain('delivery failed');
  });

  it('keeps a card within 28 KB', async () => {
    const long = '\u20ac'.repeat(100_000);
    const alert = { ...sampleAlert, title: long, description: long, runbook: long, context: { long } };
    for (const settings of [sample.settings, connector]) {
      const context = recordingContext({ status: 200, body: '1' });
      await msTeams.send(alert, settings, context);
      expect(Buffer.byteLength(String(context.requests[0]?.body))).toBeLessThan(28_000);
    }
  });
});
