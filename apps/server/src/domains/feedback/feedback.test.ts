import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askConsole, person } from '../../api/testing-console.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createFeedbackService } from './service.ts';

const ada = person('ada', new Set(['GeneralSettingsRead']));
const bob = person('bob');
const send = 'mutation ($input: SendUserFeedbackInput!) { sendUserFeedback(input: $input) { id } }';
const list = `query ($input: UserFeedbackInput) { userFeedback(input: $input) {
  edges { node { id featureName feedbackText featureUsefulness locationUrl screenWidth createdAt
    createdBy { id name kind } } } pageInfo { hasNextPage endCursor } } }`;
const said = {
  featureName: 'Search',
  feedbackText: 'The histogram helps. <b>Really</b>',
  featureUsefulness: 4,
  locationUrl: 'http://localhost:8000/investigate/search/?queryId=1',
  screenWidth: 1600,
};

describe('feedback', () => {
  let store: Store;
  let ask: ReturnType<typeof askConsole>;
  let now = new Date('2026-11-20T09:00:00Z');

  beforeAll(async () => {
    store = await openTestStore(migrations);
    ask = askConsole({ feedback: createFeedbackService({ store, clock: () => now }) });
  });
  afterAll(() => store.close());
  beforeEach(() => store.exec('delete from user_feedback'));

  const refusal = async (input: Record<string, unknown>) =>
    (await ask(send, { input: { ...said, ...input } }, bob)).errors?.[0];
  const shown = async (input: Record<string, unknown> = {}) =>
    (await ask(list, { input }, ada)).data['userFeedback'] as {
      edges: { node: Record<string, unknown> }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };

  it('[001-7.20] [000-7.34] is answered with its id', async () => {
    const { data } = await ask(send, { input: said }, bob);
    expect(data).toEqual({ sendUserFeedback: { id: expect.stringMatching(/^[0-9a-f]{32}$/) } });
    expect((await ask(send, { input: said }, null)).errors?.[0]).toMatchObject({
      extensions: { code: 'UNAUTHENTICATED' },
    });
  });

  it('[001-3.61] [000-3.20] is kept as it was said, for whoever reads the settings', async () => {
    const { data } = await ask(send, { input: said }, bob);
    expect((await shown()).edges).toEqual([
      {
        node: {
          id: (data['sendUserFeedback'] as { id: string }).id,
          ...said,
          createdAt: now.toISOString(),
          createdBy: { id: 'bob', name: 'bob', kind: 'person' },
        },
      },
    ]);
    expect((await ask(list, {}, bob)).errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  });

  it('[000-3.21] [000-5.27] [000-5.28] needs a text; the rating is 1 to 5 or none', async () => {
    expect(await refusal({ feedbackText: '  ' })).toMatchObject({
      extensions: { code: 'InvalidInput', details: { field: 'feedbackText' } },
    });
    for (const featureUsefulness of [0, 6])
      expect(await refusal({ featureUsefulness })).toMatchObject({
        message: 'The feedback was not kept: featureUsefulness must be 1 to 5.',
      });
    for (const featureUsefulness of [1, 5, null])
      expect(await refusal({ featureUsefulness })).toBeUndefined();
    expect((await shown()).edges.map(({ node }) => node['featureUsefulness'])).toContain(null);
  });

  it('refuses what is too long or too often, in words', async () => {
    const long = 'x'.repeat(1_000_000);
    for (const field of ['featureName', 'feedbackText', 'locationUrl'])
      expect(await refusal({ [field]: long })).toMatchObject({
        extensions: { code: 'InvalidInput', details: { field } },
      });
    expect(await refusal({ feedbackText: 'a\u0000b' })).toMatchObject({ extensions: { statusCode: 400 } });
    for (let count = 0; count < 50; count++) expect(await refusal({})).toBeUndefined();
    expect(await refusal({})).toMatchObject({ extensions: { statusCode: 429 } });
    now = new Date(now.getTime() + 25 * 3_600_000);
    expect(await refusal({})).toBeUndefined();
  });

  it('is read page by page, the newest first', async () => {
    for (const feedbackText of ['one', 'two', 'three']) {
      now = new Date(now.getTime() + 1000);
      await refusal({ feedbackText });
    }
    const first = await shown({ pageSize: 2 });
    expect(first.edges.map(({ node }) => node['feedbackText'])).toEqual(['three', 'two']);
    const rest = await shown({ pageSize: 2, cursor: first.pageInfo.endCursor });
    expect(rest.edges.map(({ node }) => node['feedbackText'])).toEqual(['one']);
    expect(rest.pageInfo).toEqual({ hasNextPage: false, endCursor: null });
    for (const input of [{ pageSize: 0 }, { pageSize: -1 }, { pageSize: 1_000_000_000 }, { cursor: 'x' }])
      expect((await ask(list, { input }, ada)).errors?.[0]).toMatchObject({
        extensions: { code: 'InvalidInput', details: { field: Object.keys(input)[0] } },
      });
  });
});
