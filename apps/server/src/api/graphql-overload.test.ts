import { permissions } from '@margay/auth';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '@margay/kit';
import { systemActor, type Actor } from './actor.ts';
import { createGraphqlHandler } from './graphql.ts';
import { excessOf } from './query-limits.ts';
import { buildConsoleSchema } from './schema.ts';
import type { Services } from '../services.ts';

const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
const somebody = systemActor(new Set(permissions));
const times = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => each(i)).join(' ');

/** The first words of the answer; none of the services is reached by what is refused. */
async function answerTo(body: unknown, actor: Actor | null) {
  const context = { actor, services: {} as Services };
  const reply = await handle(body, context);
  const { errors } = JSON.parse(JSON.stringify(reply.body)) as { errors?: { message: string }[] };
  return { status: reply.status, message: errors?.[0]?.message ?? '' };
}

const doubling = (count: number) =>
  `{...f0} ${times(count, (i) => `fragment f${i} on Query{...f${i + 1} ...f${i + 1}}`)} fragment f${count} on Query{__typename}`;
const circle = (count: number) =>
  `{...f0} ${times(count, (i) => `fragment f${i} on Query{...f${(i + 1) % count} ...f${(i + 7) % count}}`)}`;

describe('lists among the variables', () => {
  const listOf = (length: number, entry: unknown) => Array.from({ length }, () => entry);
  const answerWith = (variables: unknown) =>
    answerTo({ query: 'query ($x: [String!]) { __typename @skip(if: false) }', variables }, somebody);

  it.each([
    ['names', { logTypes: listOf(5_001, 'a') }, 'The list logTypes has 5,001 entries; at most 5,000'],
    ['names further down', { input: { ids: listOf(400_000, 'a') } }, 'The list input.ids has 400,000'],
    ['names in a list of objects', { f: listOf(3, { ids: listOf(6_000, 1) }) }, 'The list f.ids has 6,000'],
    ['objects', { input: { files: listOf(20_001, {}) } }, 'at most 20,000 can be sent at once'],
    ['lists in lists', { a: listOf(1, listOf(6_000, 'a')) }, 'The list a has 6,000'],
  ])('are refused where they are too long: %s', async (_, variables, message) => {
    const reply = await answerWith(variables);
    expect(reply).toEqual({ status: 400, message: expect.stringContaining(message) });
  });

  it('are read up to the limit', async () => {
    const reply = await answerWith({
      ids: listOf(5_000, 'a'),
      files: listOf(20_000, { path: 'a' }),
      no: null,
    });
    expect(reply.message).not.toContain('The list');
  });
});

describe('documents that would cost more than their size', () => {
  const attacks: [string, string, RegExp][] = [
    ['fragments that double at each step', doubling(60), /more than 2000 fields/],
    ['fragments in a circle', circle(60), /spreads itself/],
    ['a fragment that spreads itself', '{...f} fragment f on Query{...f ...f}', /spreads itself/],
    [
      'fragments without a field that double',
      doubling(60).replace('__typename', '...none'),
      /more than 2000/,
    ],
    ['one field under many names', `{${times(250, (i) => `a${i}:__typename`)}}`, /more than 50 things/],
    [
      'names by fragments',
      `{${times(20, (i) => `...f${i}`)}} ${times(20, (i) => `fragment f${i} on Query{${times(5, (j) => `a${i}x${j}:__typename`)}}`)}`,
      /more than 50 things/,
    ],
    ['the same field again and again', `{${'__typename '.repeat(300)}}`, /more than 50 things/],
    ['directives on one field', `{__typename ${'@skip(if:false)'.repeat(200)}}`, /more than 100 directives/],
    [
      'directives by fragments',
      doubling(5).replaceAll(/\.\.\.f\d+/g, (spread) => spread + '@skip(if:false)'.repeat(4)),
      /more than 100 directives/,
    ],
    ['fields inside one another', `${'{users'.repeat(30)}{id}${'}'.repeat(30)}`, /more than 16 levels/],
    [
      'fields inside one another by fragments',
      `{...f0} ${times(20, (i) => `fragment f${i} on User{role{...f${i + 1}}}`)} fragment f20 on User{id}`,
      /more than 16 levels/,
    ],
    ['an open bracket for ever', `{users(a:${'['.repeat(3_000)}`, /./],
  ];

  it.each(attacks)(
    '%s: are refused to strangers and to those who are signed in',
    async (_, query, reason) => {
      for (const actor of [null, somebody]) {
        const { status, message } = await answerTo({ query }, actor);
        expect(status).toBe(400);
        expect(message).toMatch(reason);
      }
    },
  );

  it('are refused at once: each fragment is measured once', () => {
    const wide = `{...f0} ${times(1_500, (i) => `fragment f${i} on Query{...f${i + 1} ...f${i + 1}}`)} fragment f1500 on Query{a}`;
    for (const query of [wide, circle(1_500), `{${times(20_000, (i) => `a${i}:b`)}}`]) {
      const document = parse(query);
      const startedAt = performance.now();
      expect(excessOf(document)).toBeDefined();
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
  });

  it('of a megabyte are not parsed, and the error names the limit', async () => {
    for (const query of [`{${'a '.repeat(500_000)}}`, `{${times(60_000, (i) => `...f${i}`)}}`]) {
      expect(await answerTo({ query }, somebody)).toEqual({
        status: 400,
        message: 'The query has more than 100000 characters. Send values as variables, or several queries.',
      });
    }
    const words = await answerTo({ query: `{${'a '.repeat(12_000)}}` }, somebody);
    expect(words.message).toMatch(/more that 10000 tokens/);
  });

  it('are answered to strangers with the request to sign in where they are long', async () => {
    await expect(answerTo({ query: `{${'__typename '.repeat(500)}}` }, null)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
    });
  });

  it('with thousands of fields that overlap are validated in no time, or not at all', async () => {
    const same = `{me{${'id '.repeat(1_900)}}}`;
    const nested = `{users{${times(30, () => `role{${'id '.repeat(30)}}`)}}}`;
    const unused = `{__typename} ${times(900, (i) => `fragment f${i} on User{...f${i + 1}}`)} fragment f900 on User{id}`;
    for (const query of [same, nested, unused]) {
      const startedAt = performance.now();
      expect((await answerTo({ query }, somebody)).message).not.toBe('');
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
  });

  it('come one at a time: a list of them is not taken', async () => {
    const { status, message } = await answerTo(
      Array.from({ length: 100 }, () => ({ query: '{__typename}' })),
      somebody,
    );
    expect([status, message]).toEqual([400, expect.stringMatching(/must be JSON with "query"/)]);
  });
});

describe('introspection', () => {
  const query = '{__schema{queryType{name}}}';

  it('is for those who are signed in', async () => {
    expect(await answerTo({ query }, somebody)).toEqual({ status: 200, message: '' });
    expect(await answerTo({ query }, null)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/introspection/),
    });
    expect((await answerTo({ query: '{__type(name:"User"){name}}' }, null)).status).toBe(400);
    expect(await answerTo({ query: '{__typename}' }, null)).toEqual({ status: 200, message: '' });
  });

  it('does not multiply its own lists', async () => {
    const inner = times(6, () => 'type{fields{');
    const { status } = await answerTo(
      { query: `{__schema{types{fields{${inner}name${'}'.repeat(16)}}` },
      somebody,
    );
    expect(status).toBe(400);
  });
});
