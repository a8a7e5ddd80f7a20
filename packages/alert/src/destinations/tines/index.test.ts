import { expect, it } from 'vitest';
import { alertDocument } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { tines } from './index.ts';
import { sample } from './testing.ts';

it('posts the common alert document to the webhook', async () => {
  const context = recordingContext(...sample.accepts);
  expect(await tines.send(sampleAlert, sample.settings, context)).toMatchObject({ kind: 'delivered' });
  expect(context.requests[0]).toMatchObject({
    method: 'POST',
    url: sample.settings['webhookURL'],
    headers: { 'idempotency-key': 'key-1' },
  });
  expect(bodyOf(context.requests[0])).toEqual(alertDocument(sampleAlert));
});
