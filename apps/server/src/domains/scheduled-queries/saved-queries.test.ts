import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../api/actor.ts';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import { searchParamsOf } from '../detections/saved-search-params.ts';
import { previewSchedule } from './schedule-preview.ts';
import { admin, openScheduledWorld, type ScheduledWorld } from './testing.ts';

const zero = '0001-01-01T00:00:00Z';
const now = new Date('2026-11-20T09:31:20Z');
const saved = { description: '', tags: [], text: '', key: 'Query' as const };
const lists = { databases: ['panther_logs'], tables: ['custom_doors'] };

describe('the search a saved query stands for', () => {
  it('is its text, or what the form held', () => {
    expect(
      searchParamsOf({ ...saved, text: 'select 1', form: { databases: [], tables: [], limit: 5 } }, now),
    ).toEqual({
      language: 'sql',
      filters: 'select 1',
      limit: 5,
    });
    const simpleSearchQueryFilter = '{"text":"x"}';
    const params = { language: 'simplesearch', filters: simpleSearchQueryFilter, ...lists };
    const of = (times: object) =>
      searchParamsOf({ ...saved, form: { ...lists, simpleSearchQueryFilter, ...times } }, now);
    expect(of({ relativeTime: 'PT1H' })).toEqual({ ...params, relativeTime: 'PT1H' });
    expect(of({ relativeNumberVal: 5, relativeTimeUnit: 'hours' })).toEqual({
      ...params,
      startTime: '2026-11-20T04:31:00.000Z',
      endTime: '2026-11-20T09:32:00.000Z',
    });
    const day = { startTime: '2026-11-01T00:00:00Z', endTime: '2026-11-02T00:00:00Z' };
    expect(of(day)).toEqual({ ...params, ...day });
  });

  it('is in the language of its text, with what that language reads of the form', () => {
    const form = { ...lists, relativeTime: 'PT1H' };
    expect(searchParamsOf({ ...saved, text: '| where door == 1', form }, now)).toEqual({
      language: 'pantherflow',
      filters: '| where door == 1',
      ...lists,
      relativeTime: 'PT1H',
    });
    expect(searchParamsOf({ ...saved, text: 'select 1', form }, now)).toEqual({
      language: 'sql',
      filters: 'select 1',
      databases: lists.databases,
    });
  });

  it('[001-3.9] takes the zero date as start and end, without a relative time, for all time', () => {
    const all = searchParamsOf({ ...saved, form: { ...lists, startTime: zero, endTime: zero } }, now);
    expect(all).not.toHaveProperty('startTime');
    expect(all).not.toHaveProperty('endTime');
    expect(all).not.toHaveProperty('relativeTime');
  });
});

describe('the preview of a schedule', () => {
  const times = (schedule: Parameters<typeof previewSchedule>[0]) =>
    previewSchedule(schedule, now).times.map((at) => at.toISOString().slice(0, 16));

  it('says the next three times, in UTC', () => {
    expect(times({ cron: '0 */6 * * *' })).toEqual([
      '2026-11-20T12:00',
      '2026-11-20T18:00',
      '2026-11-21T00:00',
    ]);
    expect(times({ rateMinutes: 60 })).toEqual(['2026-11-20T10:00', '2026-11-20T11:00', '2026-11-20T12:00']);
  });

  it('says what is wrong instead', () => {
    expect(previewSchedule({ cron: '0 0 * *' }, now)).toMatchObject({
      times: [],
      error: expect.stringMatching(/must have five fields/),
    });
    expect(previewSchedule({ rateMinutes: 1 }, now).error).toMatch(/at least 2 minutes/);
    expect(previewSchedule({}, now).error).toMatch(/neither a cron expression nor a rate/);
  });
});

describe('the list of saved queries', () => {
  let world: ScheduledWorld;
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
  beforeAll(async () => {
    world = await openScheduledWorld();
    await world.putQuery('Doors', 'select door from panther_logs.public.custom_doors limit 5');
    await world.putQuery('Paused', 'select 2 limit 1', { enabled: false });
    await world.detections.put(admin, {
      kind: 'SAVED_QUERY',
      id: 'Form',
      isNew: true,
      enabled: true,
      definition: {
        ...saved,
        description: 'who came in',
        tags: ['night'],
        form: { ...lists, simpleSearchQueryFilter: '{"text":"badge"}' },
      },
    });
  });
  afterAll(() => world.close());

  async function ids(input: Record<string, unknown>): Promise<string[]> {
    const { detections } = world;
    const context = {
      actor: systemActor(new Set(['DataAnalyticsRead'])),
      services: { detections, scheduledQueries: world.domain.service } as Services,
    };
    const query = `query ($input: SavedQueriesInput) { savedQueries(input: $input) { edges { node { id } } } }`;
    const { body } = await handle({ query, variables: { input } }, context);
    const { data } = body as { data: { savedQueries: { edges: { node: { id: string } }[] } } }; // by its schema
    return data.savedQueries.edges.map(({ node }) => node.id);
  }

  it('finds by name, description, text and filters of the form', async () => {
    expect(await ids({ contains: 'doors' })).toEqual(['Doors']);
    expect(await ids({ contains: 'CAME in' })).toEqual(['Form']);
    expect(await ids({ contains: 'badge' })).toEqual(['Form']);
    expect(await ids({ contains: 'custom_doors' })).toEqual(['Doors']);
  });

  it('narrows by schedule, state, tag and time, and sorts', async () => {
    expect(await ids({ isScheduled: true })).toEqual(['Doors', 'Paused']);
    expect(await ids({ isScheduled: false })).toEqual(['Form']);
    expect(await ids({ isActive: true })).toEqual(['Doors']);
    expect(await ids({ isActive: false })).toEqual(['Paused']);
    expect(await ids({ tags: ['night'] })).toEqual(['Form']);
    expect(await ids({ updatedAfter: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await ids({ updatedBefore: '2100-01-01T00:00:00Z' })).toHaveLength(3);
    expect(await ids({ sortBy: 'updatedAt', sortDir: 'ascending' })).toEqual(['Doors', 'Paused', 'Form']);
    expect(await ids({ sortBy: 'name', sortDir: 'descending' })).toEqual(['Paused', 'Form', 'Doors']);
  });
});
