import { describe, expect, it } from 'vitest';
import { alertDocument } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { splunk } from './index.ts';
import { sample } from './testing.ts';

const address = 'https://splunk.example.com:8088/services/collector/event';

describe('Splunk', () => {
  it('sends one event with the time of the alert', async () => {
    const context = recordingContext(...sample.accepts);
    expect(await splunk.send(sampleAlert, sample.settings, context)).toMatchObject({ kind: 'delivered' });
    expect(context.requests[0]).toMatchObject({
      url: address,
      headers: { authorization: 'Splunk hec-token' },
    });
    expect(bodyOf(context.requests[0])).toEqual({
      time: 1772359200,
      source: 'Margay',
      sourcetype: 'margay:alert',
      index: 'alerts',
      event: alertDocument(sampleAlert),
    });
  });

  it('takes the whole address too, and leaves out what is not given', async () => {
    const context = recordingContext(...sample.accepts);
    await splunk.send(sampleAlert, { hecURL: `${address}/`, token: 't', sourcetype: '' }, context);
    expect(context.requests[0]?.url).toBe(address);
    expect(bodyOf(context.requests[0])).not.toHaveProperty('index');
    expect(bodyOf(context.requests[0])).not.toHaveProperty('sourcetype');
  });

  it('believes the code of the answer', async () => {
    const context = recordingContext({ status: 200, body: '{"text":"Server is busy","code":9}' });
    const outcome = await splunk.send(sampleAlert, sample.settings, context);
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(outcome.message).toContain('Server is busy');
  });
});
