import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderConsole } from '../../testing/console.tsx';
import type { GraphqlClient, RequestOptions } from '../graphql/client.ts';
import { textOf } from '../graphql/gql.ts';

/** Every part of a search runs on and on, until it is said to be over. */
function server() {
  const left: { variables: unknown; options: RequestOptions | undefined }[] = [];
  let isAsked = false;
  const request = ((
    document: Parameters<typeof textOf>[0],
    variables?: Record<string, unknown>,
    options?: RequestOptions,
  ) => {
    const text = textOf(document);
    if (text.includes('leaveDataLakeQuery')) {
      left.push({ variables, options });
      return Promise.resolve({ leaveDataLakeQuery: { id: 'i0' } });
    }
    if (text.includes('GetAppConfig')) return Promise.resolve({ appConfig: { featureFlags: [] } });
    if (text.includes('dataLakeDatabases')) return Promise.resolve({ dataLakeDatabases: [] });
    if (!text.includes('uberSearch')) return Promise.reject(new Error('not asked in this test'));
    isAsked = true;
    const progress = { readRows: 1, totalRows: 9, elapsedMs: 5 };
    return Promise.resolve({ uberSearch: { status: 'running', message: '', progress, results: null } });
  }) as GraphqlClient['request'];
  return { request, left, isAsked: () => isAsked };
}

it.each([
  '/investigate/indicator-search/?q=ana&queryId=i0&timeFrame=LastWeek',
  '/investigate/search/?queryId=i0',
])('tells the server when %s is closed or left while its search runs', async (path) => {
  const { request, left, isAsked } = server();
  const { unmount } = await renderConsole({ path, permissions: ['DataAnalyticsRead'], graphql: request });
  await screen.findAllByRole('button');
  await waitFor(() => expect(isAsked()).toBe(true));
  expect(left).toEqual([]);
  window.dispatchEvent(new Event('pagehide'));
  const told = { variables: { input: { id: 'i0' } }, options: { keepalive: true } };
  expect(left).toEqual([told]);
  unmount();
  expect(left).toEqual([told, told]);
});
