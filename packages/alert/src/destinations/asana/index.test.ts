import { describe, expect, it } from 'vitest';
import { longText } from '../../document/alert-document.ts';
import { bodyOf, recordingContext, sampleAlert } from '../testing.ts';
import { asana } from './index.ts';
import { sample } from './testing.ts';

const made = { kind: 'delivered', label: '1201', url: 'https://app.asana.com/0/1200000000000001/1201' };

describe('Asana', () => {
  it('creates one task in all projects', async () => {
    const context = recordingContext(...sample.accepts);
    const settings = { ...sample.settings, projectGids: ['1', ' 2 '] };
    expect(await asana.send(sampleAlert, settings, context)).toMatchObject(made);
    expect(context.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://app.asana.com/api/1.0/tasks',
      headers: { authorization: 'Bearer 1/1200:secret' },
    });
    expect(bodyOf(context.requests[0])).toEqual({
      data: {
        name: 'New Alert: Console login without MFA by ada',
        projects: ['1', '2'],
        notes: longText(sampleAlert),
      },
    });
  });

  it('looks through the tasks since the alert before it repeats itself', async () => {
    const page = (data: object[], offset?: string) => ({
      status: 200,
      body: JSON.stringify({ data, next_page: offset === undefined ? null : { offset } }),
    });
    const task = { gid: '1201', permalink_url: made.url, notes: `visit: ${sampleAlert.url}` };
    const found = { ...recordingContext(page([{ gid: '1', notes: '' }], 'next'), page([task])), attempt: 2 };
    expect(await asana.send(sampleAlert, sample.settings, found)).toMatchObject(made);
    const asked = found.requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
    expect(asked).toMatchObject([
      { project: '1200000000000001', modified_since: '2026-03-01T10:00:00.000Z' },
      { offset: 'next' },
    ]);
    const none = { ...recordingContext(page([]), ...sample.accepts), attempt: 3 };
    expect(await asana.send(sampleAlert, sample.settings, none)).toMatchObject(made);
    expect(none.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('takes numbers of projects, at least one', () => {
    const accepts = (projectGids: unknown) =>
      asana.settings.safeParse({ ...sample.settings, projectGids }).success;
    expect([['12'], [], ['abc'], '12'].map(accepts)).toEqual([true, false, false, false]);
  });
});
