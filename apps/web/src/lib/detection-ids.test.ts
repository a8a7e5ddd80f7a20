import { expect, it } from 'vitest';
import { fetchDetectionIds } from './detection-ids.ts';
import type { GraphqlClient } from './graphql/client.ts';

function listOf(total: number) {
  const inputs: Record<string, unknown>[] = [];
  const graphql = {
    request: (_document: unknown, { input }: { input: { page: number; pageSize: number } }) => {
      inputs.push(input);
      const from = (input.page - 1) * input.pageSize;
      const count = Math.max(0, Math.min(input.pageSize, total - from));
      const detections = Array.from({ length: count }, (_, at) => ({ id: `Rule.${from + at}` }));
      return Promise.resolve({ detections: { detections, paging: { totalItems: total } } });
    },
  } as unknown as GraphqlClient; // the one function that is asked
  return { inputs, ids: () => fetchDetectionIds(graphql, new AbortController().signal) };
}

it('[000-9.8] asks for the ids of rules, last modified first, 300 a page', async () => {
  const { inputs, ids } = listOf(2);
  expect(await ids()).toEqual(['Rule.0', 'Rule.1']);
  expect(inputs).toEqual([
    {
      analysisTypes: ['RULE', 'CORRELATION_RULE', 'SCHEDULED_RULE'],
      sortBy: 'lastModified',
      sortDir: 'descending',
      pageSize: 300,
      page: 1,
    },
  ]);
});

it('goes on while there are more, up to 10,000', async () => {
  const some = listOf(901);
  expect(await some.ids()).toHaveLength(901);
  expect(some.inputs).toHaveLength(4);
  const many = listOf(25_000);
  await many.ids();
  expect(many.inputs).toHaveLength(34);
});
