import { afterEach, describe, expect, it } from 'vitest';
import { gql } from '../lib/graphql/gql.ts';
import { answeringServer } from './answering-server.ts';
import type { Answers } from './answering-server.ts';
import { takeFaults } from './faults.ts';

const facts = gql(
  `fragment ActivityFacts on LogSource { integrationId isHealthy events24h createdAtTime logStreamType }`,
);
const document = gql(`query Activity($id: ID!) { source(id: $id) { ...ActivityFacts ingestPath } }`, [facts]);
const source = {
  integrationId: 's1',
  isHealthy: true,
  events24h: 3,
  createdAtTime: '2026-11-20T10:00:00Z',
  logStreamType: 'Lines',
  ingestPath: null,
};

/** What an answer comes to: the reply, or the fault that would have failed the test. */
async function outcomeOf(answers: Answers, variables: { id: string } = { id: 's1' }) {
  const reply = await answeringServer(answers)
    .graphql(document, variables)
    .catch((error: unknown) => error);
  const faults = takeFaults();
  return faults.length > 0 ? faults.join('\n') : reply;
}
const outcome = (change: object) => outcomeOf({ Activity: () => ({ source: { ...source, ...change } }) });

// Faults are the matter of these tests, so none may be left for the check after each.
afterEach(() => expect(takeFaults()).toEqual([]));

describe('the answering server of tests', () => {
  it('answers the fields that were asked for and no others', async () => {
    expect(await outcome({ bytes24h: 7 })).toEqual({ source });
    expect(await outcomeOf({ Activity: () => ({ source: null }) })).toEqual({ source: null });
  });

  it('names operation and path of an answer that the schema would not give', async () => {
    const missing = 'the answer of the test does not have it';
    expect(await outcome({ ingestPath: undefined })).toBe(`Activity at source.ingestPath: ${missing}`);
    expect(await outcome({ isHealthy: 'yes' })).toContain('Activity at source.isHealthy: "yes"');
    expect(await outcome({ integrationId: 5 })).toContain('Activity at source.integrationId: 5');
    expect(await outcome({ createdAtTime: '' })).toContain('is not of the type DateTime');
    expect(await outcome({ logStreamType: 'Rows' })).toMatch(/source\.logStreamType: .*"Rows"/);
    expect(await outcome({ isHealthy: null })).toMatch(/source\.isHealthy: Cannot return null/);
  });

  it('refuses what nothing answers, and variables that do not fit', async () => {
    expect(await outcomeOf({})).toBe('Activity: nothing answers it in this test');
    const wrong = { id: {} } as unknown as { id: string }; // what types would refuse
    expect(await outcomeOf({ Activity: () => ({ source }) }, wrong)).toMatch(/^Activity at its variables: /);
  });

  it('lets an answer refuse without failing the test', async () => {
    expect(await outcomeOf({ Activity: () => new Error('away') })).toEqual(new Error('away'));
  });
});
