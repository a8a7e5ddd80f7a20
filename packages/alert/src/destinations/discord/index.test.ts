import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { discord } from './index.ts';
import { discordMessage } from './payload.ts';
import { sample } from './testing.ts';

describe('Discord', () => {
  it('posts one embed, and waits for the message', async () => {
    const context = recordingContext(...sample.accepts);
    const outcome = await discord.send(sampleAlert, sample.settings, context);
    expect(outcome).toMatchObject({ kind: 'delivered', label: '1234567890' });
    expect(context.requests[0]?.url).toBe('https://discord.com/api/webhooks/1/token?wait=true');
    expect(bodyOf(context.requests[0])).toEqual({
      username: 'Margay',
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'New Alert: Console login without MFA by ada',
          url: sampleAlert.url,
          description: 'A person signed in without a second factor.',
          color: 0xcb2e2e,
          timestamp: '2026-03-01T10:00:00.000Z',
          fields: [
            { name: 'Severity', value: 'HIGH', inline: true },
            { name: 'Alert ID', value: 'b0c1d2e3f4', inline: true },
            { name: 'Runbook', value: 'Ask the person.', inline: false },
            { name: 'Tags', value: 'AWS, Identity', inline: false },
            {
              name: 'AlertContext',
              value: '```json\n{\n  "user": "ada",\n  "ip": "192.0.2.1"\n}\n```',
              inline: false,
            },
          ],
        },
      ],
    });
  });

  it('takes an answer without the message too', async () => {
    expect(await discord.send(sampleAlert, sample.settings, recordingContext({ status: 204 }))).toMatchObject(
      { kind: 'delivered', label: '' },
    );
  });

  it('keeps within the limits of Discord, and texts of an event as text', () => {
    const hostile = '[x](https://evil.example) ```<@1> ';
    const long = hostile.repeat(500);
    const message = discordMessage({
      ...sampleAlert,
      title: long,
      description: long,
      runbook: long,
      tags: [long],
      context: { long },
    });
    const [embed] = message.embeds;
    const texts = [
      embed?.title,
      embed?.description,
      ...(embed?.fields ?? []).flatMap((f) => [f.name, f.value]),
    ];
    expect(texts.join('').length).toBeLessThan(6000);
    expect(embed?.title.length).toBeLessThanOrEqual(256);
    for (const { value } of embed?.fields ?? []) expect(value.length).toBeLessThanOrEqual(1024);
    expect(embed?.description).toContain('\\[x\\]\\(https');
    expect(embed?.fields.at(-1)?.value.match(/```/g)).toHaveLength(2);
  });
});
