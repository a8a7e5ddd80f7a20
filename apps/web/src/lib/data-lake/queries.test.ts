import { describe, expect, it, vi } from 'vitest';
import { polled } from './queries.ts';
import type { SearchPart, SearchResults } from './queries.ts';

const progress = { readRows: 0, totalRows: 0, elapsedMs: 0 };
const results: SearchResults = {
  columnInfo: { order: [], types: {} },
  edges: [],
  pageInfo: { hasNextPage: false, endCursor: null },
  stats: { bytesScanned: 0, executionTime: 0, rowCount: 0 },
};
const answer = (status: SearchPart['status'], over: Partial<SearchPart> = {}): SearchPart => ({
  status,
  message: '',
  progress,
  results: null,
  ...over,
});

describe('async query polling', () => {
  it('[001-4.26] asks again every 400 ms while the query runs', async () => {
    vi.useFakeTimers();
    const ask = vi
      .fn<() => Promise<SearchPart>>()
      .mockResolvedValueOnce(answer('running'))
      .mockResolvedValueOnce(answer('succeeded', { results }));
    const found = polled(ask, new AbortController().signal, () => undefined);
    await vi.advanceTimersByTimeAsync(399);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(await found).toBe(results);
    vi.useRealTimers();
  });

  it('counts the time the server waited before it answered as part of the 400 ms', async () => {
    vi.useFakeTimers();
    const ask = vi
      .fn<() => Promise<SearchPart>>()
      .mockImplementation(() => new Promise((reply) => setTimeout(() => reply(answer('running')), 375)));
    const stopping = new AbortController();
    const left = polled(ask, stopping.signal, () => undefined).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(399);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(800);
    expect(ask).toHaveBeenCalledTimes(4);
    stopping.abort();
    await vi.advanceTimersByTimeAsync(400);
    await left;
    vi.useRealTimers();
  });

  it('[001-4.27] stops when it is cancelled, here or on the server', async () => {
    vi.useFakeTimers();
    const stopping = new AbortController();
    const ask = vi.fn<() => Promise<SearchPart>>().mockResolvedValue(answer('running'));
    const left = polled(ask, stopping.signal, () => undefined).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    stopping.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    const asked = ask.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledTimes(asked);
    vi.useRealTimers();
    const ended = polled(
      () => Promise.resolve(answer('cancelled')),
      new AbortController().signal,
      () => undefined,
    );
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['The disk is full.', 'The disk is full.'],
    ['', 'Query Failed'],
  ])('[001-4.28] fails with the message of the server (%j) as %j', async (message, shown) => {
    const failed = polled(
      () => Promise.resolve(answer('failed', { message })),
      new AbortController().signal,
      () => undefined,
    );
    await expect(failed).rejects.toThrow(shown);
  });
});
