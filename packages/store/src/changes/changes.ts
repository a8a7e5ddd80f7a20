import { messageOf, startHeartbeat, type Logger } from '@margay/kit';
import type { Sql, Store } from '../store.ts';
import { readRevisions, type Revisions } from './revisions.ts';

/**
 * How every process learns what another one changed. Whoever writes announces a topic in the same transaction; whoever
 * keeps something in memory that hangs on it follows the topic. Nothing of the change itself is passed on: a follower
 * reads the store anew, so that a lost notification costs time and no truth.
 */
export interface Changes {
  /** Calls back after each announcement of the topic, this process's own included; one follower after the other. */
  follow(topic: string, onChange: () => Promise<void>): void;
  /**
   * Resolves when everything in this process has followed what was committed before the call. Rejects with the first
   * fault of a follower of this process; that follower is called again later.
   */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface Follower {
  topic: string;
  onChange(): Promise<void>;
  /** The revision it has followed. */
  seen: number;
  /** Since its last fault it waits so many looks; doubled by each. */
  pause: number;
  looksLeft: number;
}

const mostLooksPaused = 64;

const channel = 'margay_changes';

/** Announces a topic to every process, once the transaction is committed. */
export async function announce(tx: Sql, topic: string): Promise<void> {
  await tx.query(
    `insert into change_revisions (topic, revision) values ($1, 1)
     on conflict (topic) do update set revision = change_revisions.revision + 1`,
    [topic],
  );
  await tx.query('select pg_notify($1, $2)', [channel, topic]);
}

/** Starts to listen. What was announced before belongs to what followers read at their start. */
export async function openChanges(deps: {
  store: Store;
  logger: Logger;
  /** Milliseconds between looks without a notification. Default 1,000. */
  pollMs?: number;
}): Promise<Changes> {
  const { store, logger, pollMs = 1_000 } = deps;
  const followers: Follower[] = [];
  let revisions: Revisions = await readRevisions(store);
  let queued: Promise<unknown[]> | undefined;
  let running: Promise<unknown[]> = Promise.resolve([]);
  /** Then the next look does not spare those that failed. */
  let someoneWaits = false;
  let isOver = false;

  /** Gives the faults of the followers that were called. */
  async function look(): Promise<unknown[]> {
    if (isOver) return [];
    const isAsked = someoneWaits;
    someoneWaits = false;
    revisions = await readRevisions(store);
    const faults: unknown[] = [];
    for (const follower of followers) {
      const newest = revisions.get(follower.topic) ?? 0;
      if (follower.seen === newest || (!isAsked && follower.looksLeft-- > 0)) continue;
      try {
        await follower.onChange();
        Object.assign(follower, { seen: newest, pause: 0, looksLeft: 0 });
      } catch (error) {
        faults.push(error);
        const pause = Math.min(mostLooksPaused, Math.max(1, follower.pause * 2));
        Object.assign(follower, { pause, looksLeft: pause });
        logger.error({ topic: follower.topic, error: messageOf(error) }, 'a change could not be followed');
      }
    }
    return faults;
  }

  /** A look that begins after this call. Looks run one at a time, and those who wait for the same one share it. */
  function nextLook(): Promise<unknown[]> {
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        running = queued!;
        queued = undefined;
        return look();
      });
    return queued;
  }

  const lookAgain = () =>
    void nextLook().catch((error: unknown) =>
      logger.warn({ error: messageOf(error) }, 'changes of other processes could not be read'),
    );
  const stopListening = await store.listen(channel, lookAgain);
  // The embedded engine has one process, and its notifications are not lost.
  const poll =
    store.engine === 'pglite'
      ? undefined
      : startHeartbeat(
          pollMs,
          () => nextLook(),
          () => undefined,
        );

  return {
    follow(topic, onChange) {
      followers.push({ topic, onChange, seen: revisions.get(topic) ?? 0, pause: 0, looksLeft: 0 });
    },
    async settle() {
      someoneWaits = true;
      const [fault] = await nextLook();
      if (fault !== undefined) throw fault;
    },
    async close() {
      isOver = true;
      await poll?.stop();
      await stopListening();
      await Promise.allSettled([running, queued]);
    },
  };
}
