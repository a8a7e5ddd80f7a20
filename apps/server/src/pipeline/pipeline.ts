import type { EventBuffer } from '@margay/ingest';
import { messageOf, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import { commitPart, type CommitDeps } from './commit-part.ts';
import { createGroupFormer } from './form-groups.ts';
import { dropGroup, forgetGroup, groupIdOf, readGroups, writeGroup, type Group } from './groups.ts';
import type { Piece, ProcessedPart, ProcessingConfig } from './messages.ts';
import { pieceBytes, piecesOf, wholePiece } from './pieces.ts';
import { startProcessingThread, type ProcessingThread } from './processing-thread.ts';

export interface PipelineDeps extends CommitDeps {
  buffer: EventBuffer;
  store: Store;
  logger: Logger;
  /** Called after each part, with the first failures of each source. */
  onFailures(samples: ProcessedPart['failureSamples'], partId: string): Promise<void>;
  /** Called after each part that had fields no schema names. A part that is repeated names them again. */
  onDiscovered?(discovered: ProcessedPart['discovered']): Promise<void>;
}

export interface Pipeline {
  configure(config: ProcessingConfig): void;
  /** Resolves once everything that waits now has reached its end. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

const limits = { segments: 500, plainBytes: pieceBytes };
const groupsAtOnce = 2;
const triesBeforeSettingAside = 3;
const longestPauseMs = 30_000;

/** The processing thread could not digest a batch; trying for ever would stop everything behind it. */
class Indigestible extends Error {}

/** Takes accepted batches to their end: the lake, the detections, the alerts. Nothing is removed before it is there. */
export async function startPipeline(deps: PipelineDeps): Promise<Pipeline> {
  const { buffer, store, logger } = deps;
  const stopping = new AbortController();
  const former = createGroupFormer(await readGroups(store), limits);
  let wake: () => void = () => undefined;
  let running = 0;
  let thread = startThread();
  let lastConfig: ProcessingConfig | undefined;
  const tries = new Map<string, number>();

  function startThread(): ProcessingThread {
    return startProcessingThread((error) => {
      logger.error({ error: messageOf(error) }, 'processing thread crashed; starting another one');
      thread = startThread();
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
    for (const { groupId, segments } of former.releaseLeftovers()) {
      for (const segment of segments) await buffer.done(segment.ref);
      await store.transaction((tx) => forgetGroup(tx, groupId));
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  function digest(pieces: Piece[]): Promise<ProcessedPart> {
    return thread.process(pieces, deps.clock()).catch((cause: unknown) => {
      throw new Indigestible(messageOf(cause), { cause });
    });
  }

  async function runParts(group: Group): Promise<void> {
    const [first] = group.segments;
    const commit = async (part: ProcessedPart, partId: string) => {
      await commitPart(deps, partId, part, group.isRepeat);
      if (part.failureSamples.length > 0) await deps.onFailures(part.failureSamples, partId);
      if (part.discovered.length > 0) await deps.onDiscovered?.(part.discovered);
    };
    if (group.segments.length > 1 || (first !== undefined && first.ref.plainBytes <= pieceBytes)) {
      const pieces = await Promise.all(group.segments.map(wholePiece));
      await commit(await digest(pieces), group.id);
      return;
    }
    if (first === undefined) return;
    let number = 0;
    for await (const piece of piecesOf(first)) {
      await commit(await digest([piece]), `${group.id}.${number}`);
      number++;
    }
  }

  async function runGroup(group: Group): Promise<void> {
    if (!group.isRepeat)
      await writeGroup(store, {
        id: group.id,
        batchIds: group.segments.map((segment) => segment.ref.batchId),
      });
    await runParts(group);
    for (const segment of group.segments) await buffer.done(segment.ref);
    await store.transaction((tx) => forgetGroup(tx, group.id));
    tries.delete(group.id);
  }

  /** Finds the batch that cannot be digested by handling each on its own, and sets only that one apart. */
  async function giveUp(group: Group, error: Indigestible): Promise<void> {
    await store.transaction((tx) => dropGroup(tx, group.id));
    if (group.segments.length > 1) {
      for (const segment of group.segments) {
        await runUntilDone({ id: groupIdOf([segment.ref.batchId]), segments: [segment], isRepeat: false });
      }
      return;
    }
    for (const segment of group.segments) await buffer.setAside(segment.ref, messageOf(error));
  }

  /** Waits and tries again for as long as an engine is away; what cannot be digested is set apart. */
  async function runUntilDone(group: Group): Promise<void> {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        await runGroup(attempt === 1 ? group : { ...group, isRepeat: true });
        return;
      } catch (error) {
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
        if (error instanceof Indigestible && attempt >= triesBeforeSettingAside) {
          await giveUp(group, error);
          return;
        }
        await pause(Math.min(longestPauseMs, 250 * 2 ** attempt));
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
  stopping.signal.addEventListener('abort', () => wake());

  return {
    configure(config) {
      lastConfig = config;
      thread.configure(config);
      if (loops.length === 0) loops.push(readBuffer(), work());
    },
    idle() {
      return new Promise((resolve) => {
        const check = () => {
          if (buffer.stats().segments === 0 && running === 0 && former.waitingCount === 0) resolve();
          else setTimeout(check, 20);
        };
        check();
      });
    },
    async stop() {
      stopping.abort();
      wake();
      await Promise.allSettled(loops);
      while (running > 0) await new Promise((turn) => setTimeout(turn, 10));
      await thread.close();
    },
  };
}
