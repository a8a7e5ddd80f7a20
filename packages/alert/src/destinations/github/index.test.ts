import { describe, expect, it } from 'vitest';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { github } from './index.ts';
import { githubIssue } from './payload.ts';
import { sample } from './testing.ts';

describe('GitHub', () => {
  it('opens an issue with everything a person needs', async () => {
    const context = recordingContext(...sample.accepts);
    expect(await github.send(sampleAlert, sample.settings, context)).toMatchObject({
      kind: 'delivered',
      label: '#7',
      url: 'https://github.com/acme/alerts/issues/7',
    });
    expect(context.requests).toHaveLength(1);
    expect(context.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.github.com/repos/acme/alerts/issues',
      headers: { authorization: 'Bearer github_pat_1' },
    });
    expect(bodyOf(context.requests[0])).toEqual({
      title: 'New Alert: Console login without MFA by ada',
      body: [
        '**Description**: A person signed in without a second factor.',
        '**Link**: <https://margay.example.com/alerts-and-errors/b0c1d2e3f4/>',
        '**Runbook**: Ask the person.',
        '**Severity**: HIGH',
        '**Tags**: AWS, Identity',
        '**Reference**: <https://example.com/mfa>',
        '**Rule ID**: AWS.Console.LoginWithoutMFA',
        '**Alert ID**: b0c1d2e3f4',
        '**AlertContext**: \n```json\n{\n  "user": "ada",\n  "ip": "192.0.2.1"\n}\n```',
      ].join('\n\n'),
    });
  });

  it('looks for the issue of an earlier attempt, whose answer was lost', async () => {
    const context = {
      ...recordingContext({ status: 200, body: `{"items":[${sample.accepts[0]?.body}]}` }),
      attempt: 2,
    };
    expect(await github.send(sampleAlert, sample.settings, context)).toEqual({
      kind: 'delivered',
      statusCode: 200,
      message: 'An earlier attempt had made it already.',
      label: '#7',
      url: 'https://github.com/acme/alerts/issues/7',
    });
    const [search] = context.requests;
    expect(new URL(search?.url ?? '').searchParams.get('q')).toBe(
      '"b0c1d2e3f4" in:body is:issue repo:acme/alerts',
    );
    expect(context.requests).toHaveLength(1);
  });

  it('opens one when there was none, and none when it could not look', async () => {
    const none = {
      ...recordingContext({ status: 200, body: '{"items":[]}' }, ...sample.accepts),
      attempt: 2,
    };
    expect(await github.send(sampleAlert, sample.settings, none)).toMatchObject({ label: '#7' });
    expect(none.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    const refused = { ...recordingContext({ status: 403, body: 'rate limit' }), attempt: 2 };
    const outcome = await github.send(sampleAlert, sample.settings, refused);
    expect(outcome).toMatchObject({ kind: 'failed', statusCode: 403 });
    expect(outcome.message).toContain('Looking for what an earlier attempt made');
    expect(refused.requests).toHaveLength(1);
  });

  it('speaks to the server it is given', async () => {
    const context = recordingContext(...sample.accepts);
    await github.send(
      sampleAlert,
      { ...sample.settings, apiUrl: 'https://git.acme.example/api/v3/' },
      context,
    );
    expect(context.requests[0]?.url).toBe('https://git.acme.example/api/v3/repos/acme/alerts/issues');
  });

  it('takes owner/repository, and nothing that leads elsewhere', () => {
    const accepts = (repoName: string) => github.settings.safeParse({ repoName, token: 't' }).success;
    expect(['acme/alerts', 'a-c_m.e/.github'].map(accepts)).toEqual([true, true]);
    for (const name of ['acme', 'acme/', '../x', 'acme/..', 'a/b/c', 'a/b?c', 'a /b'])
      expect(accepts(name)).toBe(false);
    expect(github.settings.safeParse({ repoName: 'a/b', token: 'x\ny' }).success).toBe(false);
  });

  it('writes texts of an event as text, and calls nobody', () => {
    const { body } = githubIssue({
      ...sampleAlert,
      description: '@acme/everyone ![x](https://evil.example/p.png) <b>#12',
      context: { note: '```\n# Title' },
    });
    expect(body).toContain(
      '@\u200bacme/everyone \\!\\[x\\]\\(https://evil.example/p.png\\) \\<b\\>\\#\u200b12',
    );
    expect(body).toContain('````json');
  });
});
