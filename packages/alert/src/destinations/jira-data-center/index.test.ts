import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { jiraDataCenter } from './index.ts';
import { sample } from './testing.ts';

const made = { kind: 'delivered', label: 'SEC-24', url: 'https://acme.example/jira/browse/SEC-24' };

describe('Jira Data Center', () => {
  it('creates an issue with a personal access token, below the path of the site', async () => {
    const context = recordingContext(...sample.accepts);
    const settings = { ...sample.settings, orgDomain: 'https://acme.example/jira/' };
    expect(await jiraDataCenter.send(sampleAlert, settings, context)).toMatchObject(made);
    expect(context.requests[0]).toMatchObject({
      url: 'https://acme.example/jira/rest/api/2/issue',
      headers: { authorization: 'Bearer jira-access-token' },
    });
    expect(bodyOf(context.requests[0])).toMatchObject({
      fields: { assignee: { name: 'ada' }, labels: ['margay'], issuetype: { name: 'Task' } },
    });
  });

  it('signs in with user name and password', async () => {
    const context = recordingContext(...sample.accepts);
    const settings = {
      ...sample.settings,
      authentication: 'password',
      userName: 'bot',
      password: 'pässword',
    };
    await jiraDataCenter.send(sampleAlert, settings, context);
    expect(context.requests[0]?.headers?.['authorization']).toBe(
      `Basic ${Buffer.from('bot:pässword').toString('base64')}`,
    );
  });

  it('takes the issue of an earlier attempt', async () => {
    const context = {
      ...recordingContext({ status: 200, body: '{"issues":[{"key":"SEC-24"}]}' }),
      attempt: 2,
    };
    expect(await jiraDataCenter.send(sampleAlert, sample.settings, context)).toMatchObject(made);
    expect(context.requests.map(({ url }) => url)).toEqual(['https://acme.example/jira/rest/api/2/search']);
  });
});
