import { expect, it } from 'vitest';
import { alertDocument } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { blinkOps } from './index.ts';
import { sample } from './testing.ts';

it('posts the common alert document to the webhook', async () => {
  const context = recordingContext(...sample.accepts);
  expect(await blinkOps.send(sampleAlert, sample.settings, context)).toMatchObject({ kind: 'delivered' });
  expect(context.requests[0]).toMatchObject({
    method: 'POST',
    url: sample.settings['webhookURL'],
    headers: { 'idempotency-key': 'key-1' },
  });
  expect(bodyOf(context.requests[0])).toEqual(alertDocument(sampleAlert));
});

it('leaves out of the context what Blink would not take', async () => {
  const context = recordingContext(...sample.accepts);
  const alert = { ...sampleAlert, context: { small: 1, big: 'x'.repeat(5_000_000) } };
  await blinkOps.send(alert, sample.settings, context);
  expect(bodyOf(context.requests[0])).toMatchObject({ alertContext: { _truncated: true, small: 1 } });
});
