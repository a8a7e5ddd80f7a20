import { expandPermissions, permissionInfos, permissions, type Permission } from '@margay/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole } from '../../api/testing-console.ts';
import { actorWith, idleEngine, openTestDetections, type TestDetections } from './testing.ts';

let test: TestDetections;
let ask: ReturnType<typeof askConsole>;
beforeAll(async () => {
  test = await openTestDetections(idleEngine);
  ask = askConsole({ detections: test.detections });
});
afterAll(() => test.close());

/** As a session has it: who may change may read. */
const holderOf = (held: readonly Permission[]) => actorWith([...expandPermissions(held)]);
const holder = holderOf(['DataAnalyticsModify']);
/** Everything but the one permission. */
const others = permissions.filter((name) => name !== 'DataAnalyticsModify');

/** What can be done to a saved search, as the console asks for it. */
const changes = {
  save: {
    text: 'mutation ($input: PutSavedQueryInput!) { putSavedQuery(input: $input) { savedQuery { name sqlQuery } } }',
    input: { name: 'Keys', queryKind: 'sql', sqlQuery: 'select 1' },
  },
  edit: {
    text: 'mutation ($input: PutSavedQueryInput!) { putSavedQuery(input: $input) { savedQuery { name sqlQuery } } }',
    input: { id: 'Keys', name: 'Keys', queryKind: 'sql', sqlQuery: 'select 2' },
  },
  disable: {
    text: 'mutation ($input: SetDetectionsEnabledInput!) { setDetectionsEnabled(input: $input) { ids } }',
    input: { ids: ['Keys'], enabled: false },
  },
  delete: {
    text: 'mutation ($input: IdsInput!) { deleteSavedQueries(input: $input) { ids } }',
    input: { ids: ['Keys'] },
  },
};
const stored = async () => {
  const { data } = await ask(
    'query ($id: ID!) { savedQuery(id: $id) { name sqlQuery } }',
    { id: 'Keys' },
    holder,
  );
  return data['savedQuery'];
};
const attempt = async (name: keyof typeof changes, held: readonly Permission[]) => {
  const { text, input } = changes[name];
  return ask(text, { input }, holderOf(held));
};

describe('saved searches', () => {
  it('[001-6.4] [000-6.22] [002-6.19] are changed by who holds DataAnalyticsModify, and by nobody else', async () => {
    expect(permissionInfos.find(({ name }) => name === 'DataAnalyticsModify')?.group).toBe('Analysis');
    for (const [name, before, after] of [
      ['save', null, { name: 'Keys', sqlQuery: 'select 1' }],
      ['edit', { name: 'Keys', sqlQuery: 'select 1' }, { name: 'Keys', sqlQuery: 'select 2' }],
      ['disable', { name: 'Keys', sqlQuery: 'select 2' }, { name: 'Keys', sqlQuery: 'select 2' }],
      ['delete', { name: 'Keys', sqlQuery: 'select 2' }, null],
    ] as const) {
      for (const held of [['DataAnalyticsRead'] as const, others]) {
        const { errors } = await attempt(name, held);
        expect(errors?.[0]?.extensions.statusCode, `${name} with ${held.length}`).toBe(403);
        expect(await stored(), `${name}, refused`).toEqual(before);
      }
      expect((await attempt(name, ['DataAnalyticsModify'])).errors, name).toBeUndefined();
      expect(await stored(), `${name}, done`).toEqual(after);
    }
  });
});
