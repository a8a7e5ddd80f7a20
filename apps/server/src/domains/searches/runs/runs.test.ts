import { invalidInput, silentLogger } from '@margay/kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ResultPage } from '../results/page.ts';
import { createRuns, type RunRequest, type RunsOptions } from './runs.ts';

const noLake = { query: () => Promise.reject(new Error('no work of these tests asks the lake')) };
const pageOf = (text: string): ResultPage => ({
  order: ['text'],
  types: {},
  rows: [{ id: '0', node: { text } }],
  endCursor: null,
  rowCount: 1,
});

function harness(options: Partial<RunsOptions> = {}) {
  const runs = createRuns({ lake: noLake, logger: silentLogger, waitMs: 1, ...options });
  const started: string[] = [];
  const ended: string[] = [];
  const request = (key: string, work: RunRequest['work'], over: Partial<RunRequest> = {}): RunRequest => ({
    key,
    searchId: 'search-1',
    actorId: 'ada',
    work: (ask) => {
      started.push(key);
      return work(ask);
    },
    onEnd: (state) => ended.push(`${key} ${state.status}`),
    ...over,
  });
  return { runs, started, ended, request };
}

const never = () => new Promise<ResultPage>(() => undefined);
/** Looks again until the run is over. */
async function outcome(runs: ReturnType<typeof createRuns>, request: RunRequest) {
  let state = await runs.watch(request);
  while (state.status === 'running') state = await runs.watch(request);
  return state;
}

describe('runs of searches', () => {
  it('starts a run once, however often and by however many it is asked for', async () => {
    const { runs, started, ended, request } = harness();
    const asked = request('a', () => Promise.resolve(pageOf('x')));
    const states = await Promise.all([outcome(runs, asked), outcome(runs, asked), outcome(runs, asked)]);
    expect(states.map((state) => state.status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(started).toEqual(['a']);
    expect(ended).toEqual(['a succeeded']);
  });

  it('tells that a run goes on instead of waiting for it', async () => {
    const { runs, request } = harness();
    const asked = request('a', never);
    expect(await runs.watch(asked)).toMatchObject({ status: 'running', progress: { readRows: 0 } });
  });

  it('shows a clear fault, and hides one that nobody foresaw', async () => {
    const { runs, request } = harness();
    const clear = await outcome(
      runs,
      request('a', () => Promise.reject(invalidInput('The filter is too long.'))),
    );
    expect(clear).toMatchObject({ status: 'failed', message: 'The filter is too long.' });
    const odd = await outcome(
      runs,
      request('b', () => Promise.reject(new Error('secret_table at 10.0.0.1'))),
    );
    expect(odd).toMatchObject({
      status: 'failed',
      message: 'The search failed on the server. Try it again.',
    });
  });

  it('begins what comes second once the rows of the search are there, or a second later', async () => {
    vi.useFakeTimers();
    try {
      const { runs, started, request } = harness();
      const rows = Promise.withResolvers<ResultPage>();
      const look = async (asked: RunRequest) => {
        const looking = runs.watch(asked);
        await vi.advanceTimersByTimeAsync(1);
        return (await looking).status;
      };
      await look(request('rows', () => rows.promise));
      await look(request('of bob', never, { actorId: 'bob' }));
      const second = { comesSecond: true };
      const summary = request('summary', () => Promise.resolve(pageOf('x')), second);
      expect(await look(summary)).toBe('running');
      await look(request('other search', never, { ...second, searchId: 'search-2' }));
      expect(started).toEqual(['rows', 'of bob', 'other search']);
      rows.resolve(pageOf('x'));
      expect(await look(summary)).toBe('succeeded');

      await look(request('slow rows', never));
      await look(request('late', never, second));
      await look(request('late too', never, second));
      await vi.advanceTimersByTimeAsync(990);
      expect(started.slice(4)).toEqual(['slow rows']);
      await vi.advanceTimersByTimeAsync(10);
      expect(started.slice(4)).toEqual(['slow rows', 'late', 'late too']);
      runs.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('bounds how many run for one person, not for others', async () => {
    const { runs, request } = harness({ maxRunning: 2 });
    await runs.watch(request('a', never));
    await runs.watch(request('b', never));
    await expect(runs.watch(request('c', never))).rejects.toMatchObject({ kind: 'limit' });
    await expect(runs.watch(request('d', never, { actorId: 'bob' }))).resolves.toMatchObject({
      status: 'running',
    });
    await expect(runs.watch(request('a', never))).resolves.toMatchObject({ status: 'running' });
  });

  it('forgets the results least lately looked at when they are too many', async () => {
    const { runs, started, request } = harness({ maxBytes: 100_000 });
    const asked = (key: string) => request(key, () => Promise.resolve(pageOf('x'.repeat(20_000))));
    for (let i = 0; i < 20; i++) {
      await outcome(runs, asked(`page-${i}`));
      await outcome(runs, asked('page-0'));
    }
    expect(started).toHaveLength(20);
    await outcome(runs, asked('page-19'));
    expect(started).toHaveLength(20);
    await outcome(runs, asked('page-1'));
    expect(started).toHaveLength(21);
  });

  it('refuses new runs of a search that was cancelled', async () => {
    const { runs, started, request } = harness();
    runs.cancel('search-1');
    expect(await runs.watch(request('a', never))).toMatchObject({ status: 'cancelled' });
    expect(started).toEqual([]);
    expect(await runs.watch(request('b', never, { searchId: 'search-2' }))).toMatchObject({
      status: 'running',
    });
  });
});

describe('a run that nobody asks for', () => {
  afterEach(() => vi.useRealTimers());
  const endless: RunRequest['work'] = (ask) => ask({} as never, 1).then(() => pageOf('x'));
  /** Ends only when it is aborted, as a query of the lake does. */
  const lake: RunsOptions['lake'] = {
    query: ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('killed')))),
  };
  function place() {
    vi.useFakeTimers();
    const made = harness({ lake });
    const asked = made.request('a', endless);
    const look = async () => {
      const looking = made.runs.watch(asked);
      await vi.advanceTimersByTimeAsync(1);
      return (await looking).status;
    };
    return { ...made, look };
  }

  it('is ended, and started again for whoever comes back', async () => {
    const { look, started, ended } = place();
    expect(await look()).toBe('running');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended).toEqual(['a failed']);
    expect(await look()).toBe('running');
    expect(started).toEqual(['a', 'a']);
  });

  it('goes on as long as somebody does, however rarely once that is known', async () => {
    const { look, started, ended } = place();
    for (let second = 0; second < 60; second++) {
      expect(await look()).toBe('running');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(ended).toEqual([]);
    for (let minute = 0; minute < 5; minute++) {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await look()).toBe('running');
    }
    expect(started).toHaveLength(2);
  });

  it('ends soon after its page was left, unless another page asks for it', async () => {
    const { runs, look, ended } = place();
    await look();
    runs.leave('search-1', 'bob');
    runs.leave('search-2', 'ada');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended, 'of others').toEqual([]);
    runs.leave('search-1', 'ada');
    await vi.advanceTimersByTimeAsync(1_000);
    await look();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended, 'asked for again').toEqual([]);
    runs.leave('search-1', 'ada');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended).toEqual(['a failed']);
  });
});
