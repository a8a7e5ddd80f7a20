import type { EventFilters } from '@margay/detect';
import type { EventBuffer, Segment } from '@margay/ingest';
import { messageOf, startHeartbeat, type Heartbeat, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import { findFinished } from '../findings/index.ts';
import { commitPart, GroupLost, type CommitDeps } from './commit-part.ts';
import { createGroupFormer } from './form-groups.ts';
import {
  batchIdsOf,
  beginGroup,
  dropGroup,
  forgetGroup,
  groupIdOf,
  holdsGroup,
  ownerOf,
  readGroups,
  type Group,
} from './groups.ts';
import { isLastingFailure } from './lasting-failure.ts';
import type { Piece, ProcessedPart, ProcessingConfig } from './messages.ts';
import { pieceBytes, piecesOf, wholePiece } from './pieces.ts';
import { startProcessingThread, type ProcessingThread } from './processing-thread.ts';
import { createGroupTaker } from './take-over-groups.ts';

export interface PipelineDeps extends CommitDeps {
  buffer: EventBuffer;
  store: Store;
  /** Of this process among those that work on the same buffer. */
  processId: string;
  /**
   * Resolves once this process works by all that was changed before the call, in whatever process: a batch may have been
   * taken in for a source that was made a moment ago.
   */
  catchUpWithChanges(): Promise<void>;
  logger: Logger;
  /** Called after each part, with the first failures of each source. */
  onFailures(samples: ProcessedPart['failureSamples'], partId: string): Promise<void>;
  /** Called after each part in which kept failures of these sources came again. */
  onRetried?(sourceIds: readonly string[]): Promise<void>;
  /** Called each time a group was tried again and again and is laid aside for a while: neither a wait nor an engine mends it. */
  onStuck?(sourceIds: readonly string[], error: string): Promise<void>;
  /** Called when such a group came to its end after all. */
  onUnstuck?(sourceIds: readonly string[]): Promise<void>;
  /** Called after each part that had fields no schema names. A part that is repeated names them again. */
  onDiscovered?(discovered: ProcessedPart['discovered']): Promise<void>;
}

export interface Pipeline {
  /** Groups that are laid aside, to be tried again. */
  stuck(): number;
  configure(config: ProcessingConfig): void;
  /** Resolves once everything that waits now has reached its end, or the pipeline is stopped. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

const limits = { segments: 500, plainBytes: pieceBytes };
const groupsAtOnce = 2;
const triesBeforeSettingAside = 3;
/** About a minute: whatever the failure, people are told. */
const triesBeforeLayingAside = 8;
const longestPauseMs = 30_000;
const pauseAfter = (attempt: number) => Math.min(longestPauseMs, 250 * 2 ** attempt);
/** How often this process looks for groups of dead ones. */
const takeOverMs = 1_000;

const sourcesOf = ({ segments }: Group) => [...new Set(segments.map(({ meta }) => meta.sourceId))];

/** The processing thread could not digest a batch; trying for ever would stop everything behind it. */
class Indigestible extends Error {}

/** Takes accepted batches to their end: the lake, the detections, the alerts. Nothing is removed before it is there. */
export async function startPipeline(deps: PipelineDeps): Promise<Pipeline> {
  const { buffer, store, logger } = deps;
  const stopping = new AbortController();
  const owner = ownerOf(buffer, deps.processId);
  const former = createGroupFormer(await readGroups(store, owner), limits);
  let wake: () => void = () => undefined;
  let running = 0;
  /** Ids of groups that failed until they were laid aside, and did not come to their end since. */
  const stuck = new Set<string>();
  /** Until they are tried again. */
  const resting = new Set<NodeJS.Timeout>();
  let thread = startThread();
  let lastConfig: ProcessingConfig | undefined;
  /** What the thread was told. */
  let filters: EventFilters | undefined;

  function startThread(): ProcessingThread {
    return startProcessingThread((error) => {
      logger.error({ error: messageOf(error) }, 'processing thread crashed; starting another one');
      thread = startThread();
      filters = undefined;
      if (lastConfig !== undefined) thread.configure(lastConfig);
    });
  }

  async function readBuffer(): Promise<void> {
    let stillReplaying = buffer.stats().replayed;
    if (stillReplaying === 0) await dropLeftovers();
    for await (const segment of buffer.take(stopping.signal)) {
      former.add(segment);
      if (--stillReplaying === 0) await dropLeftovers();
      wake();
    }
  }

  /**
   * A group of which some batches are gone had come to its end when the process died: batches are removed last. What is
   * left of it only waits to be removed.
   */
  async function dropLeftovers(): Promise<void> {
    for (const { group, segments } of former.releaseLeftovers()) {
      for (let attempt = 1; !stopping.signal.aborted; attempt++) {
        try {
          await finish({ ...group, segments });
          break;
        } catch (error) {
          logger.warn(
            { group: group.id, error: messageOf(error) },
            'a finished group could not be removed yet',
          );
          await pause(pauseAfter(attempt));
        }
      }
    }
  }

  /** Batches first: what is not in the buffer any more was brought to its end. */
  async function finish({ id, batchIds, segments }: { id: string; batchIds: string[]; segments: Segment[] }) {
    for (const segment of segments) await buffer.done(segment.ref);
    await forgetGroup(store, owner, { id, batchIds });
    for (const batchId of batchIds) former.release(batchId);
  }

  const taker = createGroupTaker({
    store,
    buffer,
    owner,
    onGroup({ id, begunAt }, segments) {
      former.addRepeat({ id, begunAt, segments });
      wake();
    },
    onLeftover: finish,
  });

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  /**
   * What is left out is judged by the detections of this moment: they say nothing about it. What is not, by those that are
   * loaded when the part is judged.
   */
  function filterEvents(): void {
    const next = deps.engine.eventFilters();
    if (next === filters) return;
    filters = next;
    thread.filterEvents(next);
  }

  function digest(pieces: Piece[], { begunAt }: Group): Promise<ProcessedPart> {
    filterEvents();
    return thread.process(pieces, begunAt ?? deps.clock()).catch((cause: unknown) => {
      throw new Indigestible(messageOf(cause), { cause });
    });
  }

  async function runParts(group: Group): Promise<void> {
    const [first] = group.segments;
    const commit = async (part: ProcessedPart, partId: string) => {
      await commitPart(deps, partId, part, {
        isRepeat: group.isRepeat,
        isHeld: (tx) => holdsGroup(tx, owner, group.id),
      });
      const retried = new Set(part.balance.flatMap((entry) => (entry.retried > 0 ? [entry.sourceId] : [])));
      if (retried.size > 0) await deps.onRetried?.([...retried]);
      if (part.failureSamples.length > 0) await deps.onFailures(part.failureSamples, partId);
      if (part.discovered.length > 0) await deps.onDiscovered?.(part.discovered);
    };
    if (group.segments.length > 1 || (first !== undefined && first.ref.plainBytes <= pieceBytes)) {
      const pieces = await Promise.all(group.segments.map(wholePiece));
      await commit(await digest(pieces, group), group.id);
      return;
    }
    if (first === undefined) return;
    let number = 0;
    for await (const piece of piecesOf(first)) {
      await commit(await digest([piece], group), `${group.id}.${number}`);
      number++;
    }
  }

  async function runGroup(group: Group): Promise<void> {
    await runParts(group);
    await finish({ id: group.id, batchIds: batchIdsOf(group.segments), segments: group.segments });
    if (stuck.delete(group.id)) await told(deps.onUnstuck?.(sourcesOf(group)));
  }

  /** What only tells people of something holds nothing up. */
  async function told(telling: Promise<void> | undefined): Promise<void> {
    await telling?.catch((error: unknown) =>
      logger.warn({ error: messageOf(error) }, 'it could not be told how a group of batches fares'),
    );
  }

  /** Lays a begun group aside, so that others are worked on meanwhile. */
  async function layAside(group: Group, error: unknown): Promise<void> {
    stuck.add(group.id);
    const timer = setTimeout(() => {
      resting.delete(timer);
      former.addRepeat(group);
      wake();
    }, longestPauseMs);
    resting.add(timer);
    await told(deps.onStuck?.(sourcesOf(group), messageOf(error)));
  }

  /** Another process works on these batches, or did; should it die, they come again. */
  function leaveToOthers(segments: readonly Segment[]): void {
    for (const { ref } of segments) {
      former.release(ref.batchId);
      buffer.giveBack(ref);
    }
  }

  /** The group of those batches that are this process's to work on; undefined when none is. */
  async function begin(group: Group): Promise<Group | undefined> {
    const { segments, begunAt } = await beginGroup(store, owner, group.segments, {
      contains: (ref) => buffer.contains(ref),
      now: group.begunAt ?? deps.clock(),
    });
    const isOwn = new Set(batchIdsOf(segments));
    leaveToOthers(group.segments.filter((segment) => !isOwn.has(segment.ref.batchId)));
    if (segments.length === 0) return undefined;
    return { id: groupIdOf(batchIdsOf(segments)), segments, isRepeat: group.isRepeat, begunAt };
  }

  /**
   * Whether a group is to be given up. Never one of several batches whose alerts are made: it was digested once, and its
   * batches on their own would make them again.
   */
  async function isHopeless(group: Group, attempt: number): Promise<boolean> {
    if (attempt < triesBeforeSettingAside) return false;
    if (group.segments.length === 1) return true;
    try {
      return (await findFinished(store, group.id)) === undefined;
    } catch (error) {
      logger.warn(
        { group: group.id, error: messageOf(error) },
        'whether a group made its alerts is not known now',
      );
      return false;
    }
  }

  /** Finds the batch that fails by handling each on its own. One that cannot be digested is set apart. */
  async function giveUp(group: Group, error: unknown): Promise<void> {
    await dropGroup(store, owner, { id: group.id, batchIds: batchIdsOf(group.segments) });
    if (group.segments.length > 1) {
      for (const segment of group.segments) {
        // Some of its rows may be in the lake.
        const alone = { ...group, id: groupIdOf([segment.ref.batchId]), segments: [segment], isRepeat: true };
        await runUntilDone(alone, false);
      }
      return;
    }
    for (const segment of group.segments) {
      await buffer.setAside(segment.ref, messageOf(error));
      former.release(segment.ref.batchId);
    }
  }

  /**
   * Waits and tries again for as long as an engine is away. What cannot be digested is set apart; what fails for another
   * reason is laid aside and tried again later, for as long as it takes.
   */
  async function runUntilDone(formed: Group, isWritten = formed.isRepeat): Promise<void> {
    let group = formed;
    let isBegun = isWritten;
    let lasting = 0;
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        await deps.catchUpWithChanges();
        if (!isBegun) {
          const begun = await begin(group);
          if (begun === undefined) return;
          group = begun;
          isBegun = true;
        }
        await runGroup(group);
        return;
      } catch (error) {
        if (error instanceof GroupLost) {
          logger.warn({ group: group.id }, messageOf(error));
          stuck.delete(group.id);
          leaveToOthers(group.segments);
          return;
        }
        if (isBegun) group = { ...group, isRepeat: true };
        logger.error(
          {
            error: messageOf(error),
            group: group.id,
            attempt,
            stack: error instanceof Error ? error.stack : undefined,
          },
          'a group of batches failed',
        );
        const [first] = group.segments;
        if (first !== undefined) thread.drop(first.ref.batchId);
        if (error instanceof Indigestible && (await isHopeless(group, attempt))) {
          await giveUp(group, error);
          return;
        }
        if (isLastingFailure(error)) lasting++;
        const isLasting = lasting >= triesBeforeSettingAside;
        if (isBegun && (isLasting || attempt >= triesBeforeLayingAside)) {
          const isDivided = isLasting && group.segments.length > 1 && (await isHopeless(group, attempt));
          if (isDivided) await giveUp(group, error);
          else await layAside(group, error);
          return;
        }
        await pause(pauseAfter(attempt));
      }
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const group = running < groupsAtOnce ? former.next() : undefined;
      if (group === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      running++;
      void runUntilDone(group).finally(() => {
        running--;
        wake();
      });
    }
  }

  const loops: Promise<unknown>[] = [];
  let taking: Heartbeat | undefined;
  stopping.signal.addEventListener('abort', () => wake());

  return {
    stuck: () => stuck.size,
    configure(config) {
      lastConfig = config;
      thread.configure(config);
      if (loops.length > 0) return;
      loops.push(readBuffer(), work());
      if (buffer.isShared)
        taking = startHeartbeat(takeOverMs, taker.look, (error) =>
          logger.warn({ error: messageOf(error) }, 'groups of dead processes could not be looked for'),
        );
    },
    idle() {
      return new Promise((resolve) => {
        const check = () => {
          const isOver =
            buffer.stats().segments === 0 && running === 0 && former.waitingCount === 0 && resting.size === 0;
          if (isOver || stopping.signal.aborted) resolve();
          else setTimeout(check, 20);
        };
        check();
      });
    },
    async stop() {
      stopping.abort();
      for (const timer of resting) clearTimeout(timer);
      wake();
      await taking?.stop();
      await Promise.allSettled(loops);
      while (running > 0) await new Promise((turn) => setTimeout(turn, 10));
      await thread.close();
    },
  };
}
