import type { Sql, Store } from '@margay/store';
import { EventEmitter, once } from 'node:events';
import type { NewSignal } from './entry.ts';
import {
  appendSignals,
  headOf,
  removeSignals,
  selectSignals,
  signalChannel,
  type FeedSignal,
} from './feed-store.ts';

export interface SignalPage {
  /** By position, without gaps. */
  signals: FeedSignal[];
  /** What to read after the next time. */
  next: number;
  /** Entries after the asked position that retention has removed before they were read; 0 as a rule. */
  missed: number;
}

/** Every signal, in the order in which it was committed, kept for a while. */
export interface SignalFeed {
  /** Last in the transaction that records them. Its commit wakes who waits, in every process. */
  append(tx: Sql, signals: readonly NewSignal[]): Promise<void>;
  /** `after`: 0, or the `next` of the page before. */
  readSignals(from: { after: number; limit: number }): Promise<SignalPage>;
  /** Waits until there is something after a position: true; false when the wait is aborted. */
  waitForSignals(after: number, signal: AbortSignal): Promise<boolean>;
  /** Removes what is older or more than is kept. Returns how many. */
  trim(now: Date): Promise<number>;
}

export interface FeedRetention {
  days: number;
  entries: number;
}

/** How soon readers look again by themselves: a notification can be lost with its connection. */
const lookMs = 1_000;

export function createSignalFeed(deps: { store: Store; retention: FeedRetention }): SignalFeed {
  const { store, retention } = deps;
  const told = new EventEmitter();
  told.setMaxListeners(0);
  let listening: Promise<unknown> | undefined;
  /** From the first reader on; ends with the store. A listener that cannot be had is asked for again. */
  const listen = () =>
    (listening ??= store
      .listen(signalChannel, () => void told.emit('signals'))
      .catch(() => (listening = undefined)));
  return {
    append: appendSignals,
    async readSignals({ after, limit }) {
      const { head, signals } = await selectSignals(store, after, limit);
      // Positions have no gaps, so what is not there any more was removed.
      const first = signals[0]?.position ?? head + 1;
      const next = signals.at(-1)?.position ?? Math.max(head, after);
      return { signals, next, missed: Math.max(0, first - after - 1) };
    },
    async waitForSignals(after, signal) {
      await listen();
      while (!signal.aborted) {
        const woken = new AbortController();
        const pause = AbortSignal.any([signal, woken.signal, AbortSignal.timeout(lookMs)]);
        // Before looking, so that what is committed in between is not slept over.
        const news = once(told, 'signals', { signal: pause }).catch(() => undefined);
        if ((await headOf(store)) > after) {
          woken.abort();
          return true;
        }
        await news;
      }
      return false;
    },
    trim: (now) =>
      removeSignals(store, new Date(now.getTime() - retention.days * 86_400_000), retention.entries),
  };
}
