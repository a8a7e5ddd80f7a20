import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { jira } from './index.ts';
import { sample } from './testing.ts';

const made = { kind: 'delivered', label: 'SEC-24', url: 'https://acme.atlassian.net/browse/SEC-24' };
const fieldsSent = async (settings: object, alert = sampleAlert) => {
  const context = recordingContext(...sample.accepts);
  await jira.send(alert, { ...sample.settings, ...settings }, context);
  return (bodyOf(context.requests[0]) as { fields: Record<string, unknown> }).fields;
};

describe('Jira Cloud', () => {
  it('creates an issue with type, labels, priority and assignee', async () => {
    const context = recordingContext(...sample.accepts);
    expect(await jira.send(sampleAlert, sample.settings, context)).toMatchObject(made);
    expect(context.requests).toHaveLength(1);
    expect(context.requests[0]).toMatchObject({
      url: 'https://acme.atlassian.net/rest/api/2/issue',
      headers: { authorization: `Basic ${btoa('alerts@acme.example:jira-api-key')}` },
    });
    expect(bodyOf(context.requests[0])).toEqual({
      fields: {
        project: { key: 'SEC' },
        issuetype: { name: 'Task' },
        summary: 'New Alert: Console login without MFA by ada',
        description: [
          '*Description*: A person signed in without a second factor.',
          '*Link*: [https://margay.example.com/alerts-and-errors/b0c1d2e3f4/]',
          '*Runbook*: Ask the person.',
          '*Severity*: HIGH',
          '*Tags*: AWS, Identity',
          '*Reference*: [https://example.com/mfa]',
          '*Rule ID*: AWS.Console.LoginWithoutMFA',
          '*Alert ID*: b0c1d2e3f4',
          '*AlertContext*: \n{noformat}\n{\n  "user": "ada",\n  "ip": "192.0.2.1"\n}\n{noformat}',
        ].join('\n\n'),
        labels: ['margay'],
        assignee: { id: '5b10a2844c20165700ede21g' },
        priority: { name: 'Medium' },
      },
    });
  });

  it('leaves out what the settings leave open', async () => {
    const fields = await fieldsSent({
      labels: [],
      priority: '',
      assigneeId: undefined,
      priorityBySeverity: {},
    });
    expect(Object.keys(fields)).toEqual(['project', 'issuetype', 'summary', 'description']);
  });

  it('follows the tables of its settings by severity', async () => {
    const settings = {
      priorityBySeverity: { HIGH: 'Highest' },
      issueTypeBySeverity: { HIGH: 'Incident', LOW: 'Task' },
      labelsBySeverity: { HIGH: 'urgent, margay' },
      assigneeBySeverity: { HIGH: 'account-2' },
    };
    expect(await fieldsSent(settings)).toMatchObject({
      issuetype: { name: 'Incident' },
      priority: { name: 'Highest' },
      labels: ['margay', 'urgent'],
      assignee: { id: 'account-2' },
    });
    expect(await fieldsSent(settings, { ...sampleAlert, severity: 'INFO' })).toMatchObject({
      issuetype: { name: 'Task' },
      priority: { name: 'Medium' },
      labels: ['margay'],
    });
    expect(jira.settings.safeParse({ ...sample.settings, priorityBySeverity: { high: 'x' } }).success).toBe(
      false,
    );
  });

  it('takes the issue of an earlier attempt, whose answer was lost', async () => {
    const context = {
      ...recordingContext({ status: 200, body: '{"issues":[{"key":"SEC-24"}]}' }),
      attempt: 2,
    };
    expect(await jira.send(sampleAlert, sample.settings, context)).toMatchObject(made);
    expect(context.requests.map(({ url }) => url)).toEqual([
      'https://acme.atlassian.net/rest/api/2/search/jql',
    ]);
    expect(bodyOf(context.requests[0])).toMatchObject({
      jql: 'project = "SEC" AND description ~ "b0c1d2e3f4" ORDER BY created ASC',
    });
  });

  it('creates one when there is none, and none when it could not look', async () => {
    const none = {
      ...recordingContext({ status: 200, body: '{"issues":[]}' }, ...sample.accepts),
      attempt: 2,
    };
    expect(await jira.send(sampleAlert, sample.settings, none)).toMatchObject(made);
    for (const reply of [{ status: 503 }, { status: 200, body: '<html>Sign in</html>' }]) {
      const broken = { ...recordingContext(reply), attempt: 2 };
      expect(await jira.send(sampleAlert, sample.settings, broken)).toMatchObject({ kind: 'failed' });
      expect(broken.requests).toHaveLength(1);
    }
  });

  it('writes texts of an event as text, within the limits of Jira', async () => {
    const hostile = '[~admin] !https://evil.example/p.png! {noformat}{html}<b> C:\\temp ';
    const fields = await fieldsSent(
      {},
      {
        ...sampleAlert,
        title: hostile.repeat(20),
        description: hostile,
        runbook: hostile.repeat(3000),
        context: { hostile },
      },
    );
    expect(String(fields['summary']).length).toBeLessThan(255);
    const description = String(fields['description']);
    expect(description.length).toBeLessThanOrEqual(32_767);
    expect(description).toContain('\\[\\~admin\\] \\!https://evil.example/p.png\\!');
    expect(description).toContain('C:&#92;temp');
    expect(description.match(/\{noformat\}/g)).toHaveLength(2);
  });

  it('names what is no project, label or address', () => {
    const accepts = (over: object) => jira.settings.safeParse({ ...sample.settings, ...over }).success;
    expect(accepts({})).toBe(true);
    for (const over of [
      { projectKey: 'SEC" OR 1=1' },
      { labels: ['two words'] },
      { orgDomain: 'acme' },
      { userName: '' },
      { apiKey: 'a\nb' },
    ])
      expect(accepts(over)).toBe(false);
  });
});
