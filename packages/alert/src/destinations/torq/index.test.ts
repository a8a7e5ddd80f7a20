import { expect, it } from 'vitest';
import { alertDocument } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { torq } from './index.ts';
import { sample } from './testing.ts';

it('posts the common alert document with the headers the integration demands', async () => {
  const context = recordingContext(...sample.accepts);
  expect(await torq.send(sampleAlert, sample.settings, context)).toMatchObject({ kind: 'delivered' });
  expect(context.requests[0]).toMatchObject({
    url: sample.settings['webhookURL'],
    headers: { 'idempotency-key': 'key-1', 'x-torq-key': 'torq-secret' },
  });
  expect(bodyOf(context.requests[0])).toEqual(alertDocument(sampleAlert));
});
