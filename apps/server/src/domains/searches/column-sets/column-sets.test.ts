import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../api/actor.ts';
import { createGraphqlHandler } from '../../../api/graphql.ts';
import { buildConsoleSchema } from '../../../api/schema.ts';
import type { Services } from '../../../services.ts';
import { ada, eve, openSearchPlace, type SearchPlace } from '../testing.ts';
import { mostSets } from './service.ts';

const list = '{ columnSets { id name columns pinned } }';
const save =
  'mutation ($input: SaveColumnSetInput!) { saveColumnSet(input: $input) { id name columns pinned } }';
const remove = 'mutation ($id: ID!) { deleteColumnSet(id: $id) { id } }';

describe('sets of columns', () => {
  let place: SearchPlace;
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
  beforeAll(async () => {
    place = await openSearchPlace();
  });
  afterAll(() => place.remove());

  async function ask(query: string, variables: Record<string, unknown> = {}, actor: Actor = ada) {
    // These fields ask no other service.
    const services = { searches: place.searches } as Services;
    const context = { actor, services };
    const { body } = await handle({ query, variables }, context);
    return JSON.parse(JSON.stringify(body)) as {
      data: Record<string, unknown> | null;
      errors?: { message: string }[];
    };
  }
  const setsOf = async (actor?: Actor) =>
    (await ask(list, {}, actor)).data?.['columnSets'] as { id: string; name: string }[];

  it('are kept by name for one person, replaced and removed', async () => {
    const first = { name: 'Who', columns: ['p_event_time', 'userIdentity.arn'], pinned: ['p_event_time'] };
    const { data } = await ask(save, { input: first });
    expect(data?.['saveColumnSet']).toMatchObject(first);
    await ask(save, { input: { name: ' where ', columns: ['sourceIPAddress'], pinned: ['gone'] } });
    expect(await setsOf()).toMatchObject([
      { name: 'where', columns: ['sourceIPAddress'], pinned: [] },
      first,
    ]);
    await ask(save, { input: { name: 'WHO', columns: ['eventName'] } });
    const [, who] = await setsOf();
    expect(who).toMatchObject({ name: 'WHO', columns: ['eventName'], pinned: [] });
    expect(await setsOf(eve)).toEqual([]);
    const others = await ask(remove, { id: who!.id }, eve);
    expect(others.errors?.[0]?.message).toContain('You keep no set of columns');
    expect((await ask(remove, { id: who!.id })).errors).toBeUndefined();
    expect(await setsOf()).toMatchObject([{ name: 'where' }]);
  });

  it('says what is wrong with one', async () => {
    const faultOf = async (input: Record<string, unknown>) =>
      (await ask(save, { input })).errors?.[0]?.message;
    expect(await faultOf({ name: ' ', columns: ['a'] })).toContain('name');
    expect(await faultOf({ name: 'a', columns: [] })).toContain('needs one column');
    expect(await faultOf({ name: 'a', columns: ['x', 'x'] })).toBe(
      'columns has x twice. Send each column once.',
    );
    for (let number = (await setsOf()).length; number < mostSets; number++)
      await place.searches.columnSets.save(ada, { name: `set ${number}`, columns: ['a'] });
    expect(await faultOf({ name: 'one more', columns: ['a'] })).toBe(
      'You keep 100 sets of columns already. Remove one first.',
    );
    expect(await faultOf({ name: 'set 50', columns: ['b'] })).toBeUndefined();
  });
});
