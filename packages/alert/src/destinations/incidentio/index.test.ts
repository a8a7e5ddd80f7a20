import { describe, expect, it } from 'vitest';
import { alertDocument } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { incidentIo } from './index.ts';
import { sample } from './testing.ts';

describe('incident.io', () => {
  it('sends a firing event that a repeat does not double', async () => {
    const context = recordingContext(...sample.accepts);
    const outcome = await incidentIo.send(sampleAlert, sample.settings, context);
    expect(outcome).toMatchObject({ kind: 'delivered', label: 'b0c1d2e3f4' });
    expect(context.requests[0]).toMatchObject({
      url: sample.settings['alertSourceURL'],
      headers: { authorization: 'Bearer inc-token' },
    });
    expect(bodyOf(context.requests[0])).toEqual({
      title: 'New Alert: Console login without MFA by ada',
      description: 'A person signed in without a second factor.',
      deduplication_key: 'b0c1d2e3f4',
      status: 'firing',
      source_url: sampleAlert.url,
      metadata: alertDocument(sampleAlert),
    });
  });
});
