import { expect, it } from 'vitest';
import { alertDocument } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { rapid7 } from './index.ts';
import { sample } from './testing.ts';

it('posts the common alert document, with the key where there is one', async () => {
  const context = recordingContext(...sample.accepts);
  expect(await rapid7.send(sampleAlert, sample.settings, context)).toMatchObject({ kind: 'delivered' });
  await rapid7.send(sampleAlert, { webhookURL: sample.settings['webhookURL'] }, context);
  expect(context.requests.map(({ headers }) => headers?.['x-api-key'])).toEqual(['rapid-key-1', undefined]);
  expect(bodyOf(context.requests[0])).toEqual(alertDocument(sampleAlert));
});
