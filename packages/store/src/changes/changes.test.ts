import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Store } from '../store.ts';
import { openTestStore } from '../testing/index.ts';
import { announce, openChanges, type Changes } from './changes.ts';
import { changeRevisions } from './migration.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore([changeRevisions]);
});
afterAll(() => store.close());

/** As another process would open it: nothing but the store is shared. */
async function openProcess(): Promise<Changes> {
  return openChanges({ store, logger: silentLogger, pollMs: 50 });
}

const change = (topic: string) => store.transaction((tx) => announce(tx, topic));
const patience = { timeout: 30_000 };

describe('changes', () => {
  it('are followed by every process, each for its topics', async () => {
    const [one, other] = await Promise.all([openProcess(), openProcess()]);
    const heard: string[] = [];
    one.follow('a', async () => void heard.push('one a'));
    other.follow('a', async () => void heard.push('other a'));
    other.follow('b', async () => void heard.push('other b'));
    await change('a');
    await one.settle();
    expect(heard).toContain('one a');
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(['one a', 'other a']), patience);
    await change('b');
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(['one a', 'other a', 'other b']), patience);
    await Promise.all([one.close(), other.close()]);
  });

  it('are not heard of when they were undone, nor before they are there to be read', async () => {
    const process = await openProcess();
    const heard = vi.fn(async () => {});
    process.follow('undone', heard);
    await expect(
      store.transaction(async (tx) => {
        await announce(tx, 'undone');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await process.settle();
    expect(heard).not.toHaveBeenCalled();
    await process.close();
  });

  it('that were made before a follower came are not told to it', async () => {
    await change('old');
    const process = await openProcess();
    const heard = vi.fn(async () => {});
    process.follow('old', heard);
    await process.settle();
    expect(heard).not.toHaveBeenCalled();
    await change('old');
    await process.settle();
    expect(heard).toHaveBeenCalledTimes(1);
    await process.close();
  });

  it('of many at once are followed by the newest, one follower at a time', async () => {
    const process = await openProcess();
    let running = 0;
    let most = 0;
    let calls = 0;
    process.follow('busy', async () => {
      calls++;
      most = Math.max(most, ++running);
      await new Promise((turn) => setTimeout(turn, 5));
      running--;
    });
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        await change('busy');
        await process.settle();
      }),
    );
    expect(most).toBe(1);
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(41);
    const before = calls;
    await process.settle();
    expect(calls).toBe(before);
    await process.close();
  });

  it('that a follower fails at are told to who made them, and followed again', async () => {
    const process = await openProcess();
    let fails = true;
    const heard = vi.fn(async () => {
      if (fails) throw new Error('the disk is full');
    });
    const behind = vi.fn(async () => {});
    process.follow('failing', heard);
    process.follow('failing', behind);
    await change('failing');
    await expect(process.settle()).rejects.toThrow('the disk is full');
    expect(behind).toHaveBeenCalledTimes(1);
    fails = false;
    await process.settle();
    await process.settle();
    expect(heard.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(behind).toHaveBeenCalledTimes(1);
    await process.close();
  });

  it.skipIf(process.env['MARGAY_TEST_DATABASE_URL'] === undefined)(
    'are followed after every connection was cut',
    async () => {
      const following = await openProcess();
      const heard = vi.fn(async () => {});
      following.follow('cut', heard);
      await store.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where query like 'listen "margay_changes"%' and pid <> pg_backend_pid()`,
      );
      await change('cut');
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patience);
      await following.close();
    },
  );
});
