import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { customWebhook } from './index.ts';
import { sample } from './testing.ts';

const { webhookURL } = sample.settings as { webhookURL: string };

describe('custom webhook', () => {
  it('posts the common alert document', async () => {
    const context = recordingContext({ status: 200, body: 'ok' });
    const outcome = await customWebhook.send(sampleAlert, { webhookURL }, context);
    expect(outcome).toEqual({ kind: 'delivered', statusCode: 200, message: 'ok' });
    const [request] = context.requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: webhookURL,
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': 'key-1' },
    });
    expect(bodyOf(request)).toEqual({
      id: 'AWS.Console.LoginWithoutMFA',
      alertId: 'b0c1d2e3f4',
      createdAt: '2026-03-01T10:00:00.000Z',
      severity: 'HIGH',
      type: 'RULE',
      link: 'https://margay.example.com/alerts-and-errors/b0c1d2e3f4/',
      title: 'New Alert: Console login without MFA by ada',
      name: 'Console login without MFA',
      description: 'A person signed in without a second factor.',
      runbook: 'Ask the person.',
      tags: ['AWS', 'Identity'],
      version: 'v7',
      alertContext: { user: 'ada', ip: '192.0.2.1' },
      reference: 'https://example.com/mfa',
      logTypes: ['AWS.CloudTrail'],
      resourceId: null,
      assignee: null,
    });
  });

  it('[002-3.5] has a URL and custom headers of name and value', async () => {
    const context = recordingContext({ status: 200 });
    const headers = [{ name: 'X-Token', value: 'abc' }];
    await customWebhook.send(sampleAlert, { webhookURL, headers }, context);
    await customWebhook.send(sampleAlert, { webhookURL, headers: { 'X-Token': 'abc' } }, context);
    expect(context.requests.map((request) => request.headers?.['x-token'])).toEqual(['abc', 'abc']);
  });

  it('keeps every key and no null list for an alert that has little', async () => {
    const context = recordingContext({ status: 200 });
    const bare = { ...sampleAlert, detectionName: '', detectionVersionId: '', context: null, tags: [] };
    await customWebhook.send(bare, { webhookURL }, context);
    expect(bodyOf(context.requests[0])).toMatchObject({
      name: null,
      version: null,
      alertContext: {},
      tags: [],
    });
  });

  it('refuses headers that break or redirect a request', () => {
    const accepts = (headers: Record<string, string>) =>
      customWebhook.settings.safeParse({ webhookURL, headers }).success;
    expect(accepts({ Authorization: 'Bearer x' })).toBe(true);
    expect(accepts({ Host: 'elsewhere' })).toBe(false);
    expect(accepts({ 'X-A': 'a\r\nX-B: b' })).toBe(false);
    expect(accepts({ 'bad name': 'x' })).toBe(false);
  });

  it('refuses what is no web address', () => {
    for (const webhookURL of ['', 'example.com', 'ftp://example.com', 'https://u:p@example.com'])
      expect(customWebhook.settings.safeParse({ webhookURL }).success).toBe(false);
  });

  it('says what the other side answered', async () => {
    const outcome = await customWebhook.send(
      sampleAlert,
      { webhookURL },
      recordingContext({ status: 503, body: 'busy', headers: { 'retry-after': '40' } }),
    );
    expect(outcome).toEqual({
      kind: 'failed',
      statusCode: 503,
      message: 'The destination answered with status 503: busy',
      retryAfterSeconds: 40,
    });
  });
});
