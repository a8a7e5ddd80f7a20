import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answeringServer } from '../testing/answering-server.ts';
import { toast } from '../ui/overlays/toast.ts';
import { notificationsKey, useGenerateCsv } from './csv-downloads.ts';
import { GraphqlProvider } from './graphql/graphql-context.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A button that orders a CSV beside a list of notifications. */
function Screen({ onLook }: { onLook: () => void }) {
  const generate = useGenerateCsv();
  useQuery({
    queryKey: [...notificationsKey, 'bell'],
    queryFn: () => {
      onLook();
      return [];
    },
  });
  return (
    <button type="button" onClick={() => generate.mutate({ queryId: 'q' })}>
      Order
    </button>
  );
}

async function order(error: { message: string } | null, search: unknown = { params: { language: 'sql' } }) {
  const onLook = vi.fn();
  const fake = answeringServer({
    SearchOfCsv: () => ({ dataLakeQuery: search }),
    StartAsyncDownload: () => ({ startAsyncDownloadOfAllQueryResults: { error } }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GraphqlProvider value={{ request: fake.graphql }}>
        <Screen onLook={onLook} />
      </GraphqlProvider>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(onLook).toHaveBeenCalledTimes(1);
  await act(async () => {
    screen.getByRole('button').click();
    await vi.advanceTimersByTimeAsync(10);
  });
  return onLook;
}

describe('generating a CSV', () => {
  it('[001-8.27] [000-9.4] looks for notifications again after 5 s', async () => {
    const said = vi.spyOn(toast, 'info').mockImplementation(() => undefined);
    const onLook = await order(null);
    expect(said).toHaveBeenCalledOnce();
    await act(() => vi.advanceTimersByTimeAsync(4_900));
    expect(onLook).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(onLook).toHaveBeenCalledTimes(2);
  });

  it.each([
    [{ message: '3 of your CSV files are being generated.' }, undefined, /3 of your CSV files/],
    [null, null, /older than 30 days/],
  ])('[001-8.28] [000-8.40] says that it failed, and why (%#)', async (error, search, why) => {
    const said = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
    const onLook = await order(error, search);
    const message = expect.stringMatching(why) as string;
    expect(said.mock.calls).toEqual([[{ title: 'There was an error generating your CSV', message }]]);
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    expect(onLook).toHaveBeenCalledTimes(1);
  });
});
