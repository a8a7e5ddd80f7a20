import { statfs } from 'node:fs/promises';
import type { Logger } from '@margay/kit';
import { messageOf } from '@margay/kit';
import { lakeDiskFull } from '../../queries/engine-errors.ts';
import type { Statement } from '../engine.ts';
import { tableReference, type TableName } from '../literals.ts';
import type { Gate } from './gate.ts';
import { describePart, findBrokenParts } from './part-files.ts';

/** Looks after the files of the embedded engine while its disk runs short. See docs/decisions/0011. */
export interface Caretaker {
  /** Fails with `DiskFull` when a part that the table got since then (milliseconds) lacks bytes on the disk. */
  verify(table: TableName, sinceMs: number): Promise<void>;
  /** Reloads every table with a broken part; the engine then sets that part aside and takes up what it was merged from. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

interface CaretakerDeps {
  folder: string;
  /** Past the gate: the caretaker works while others wait. */
  run(statement: Statement): Promise<Uint8Array>;
  gate: Gate;
  logger: Logger;
  freeBytes?: (folder: string) => Promise<number>;
}

/** Below this no merge begins, so that none meets the end of the disk. */
const mergeReserveBytes = 256 * 1024 ** 2;
/** What setting a part aside and taking up others may need. */
const mendRoomBytes = 16 * 1024 ** 2;
const lookEveryMs = 1_000;
const sweepEveryLooks = 60;
/** Parts that a merge used up stay on the disk for eight minutes; a broken one must be found well before. */
const sweepBackSeconds = 180;
const patienceMs = 30_000;
const attachPauseMs = 100;

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function createCaretaker(deps: CaretakerDeps): Caretaker {
  const { folder, run, gate, logger, freeBytes = freeBytesOf } = deps;
  let areMergesStopped = false;
  let looks = 0;
  let mending: Promise<unknown> = Promise.resolve();
  let nextMending: Promise<void> | undefined;

  async function reload(table: TableName): Promise<void> {
    const reference = tableReference(table);
    await run({ sql: `DETACH TABLE ${reference}` });
    for (let attempt = 1; ; attempt++) {
      try {
        await run({ sql: `ATTACH TABLE ${reference}` });
        return;
      } catch (error) {
        // A search that outlasted our patience still holds it; nothing else may go on without it.
        if (attempt % 50 === 0)
          logger.error(
            { ...table, error: messageOf(error) },
            'a lake table waits to be taken up again; other statements wait for it',
          );
        await new Promise((resolve) => setTimeout(resolve, attachPauseMs));
      }
    }
  }

  async function mendAll(): Promise<void> {
    if ((await freeBytes(folder)) < mendRoomBytes) return;
    const broken = await findBrokenParts(run, '1');
    const tables = new Map(broken.map((part) => [tableReference(part), part]));
    for (const { database, table } of tables.values()) {
      const parts = broken.filter((part) => part.database === database && part.table === table);
      logger.error(
        { database, table, parts: parts.map((part) => part.name) },
        'parts of a lake table lack bytes on the disk; reloading the table without them',
      );
      await gate.alone(() => reload({ database, table }), patienceMs);
    }
  }

  /** One at a time; whoever asks meanwhile shares the next one, since the running one may have looked too early. */
  const mend = (): Promise<void> => {
    nextMending ??= mending.then(() => {
      const now = mendAll();
      nextMending = undefined;
      mending = now.catch(() => undefined);
      return now;
    });
    return nextMending;
  };

  async function guardMerges(): Promise<void> {
    const isShort = (await freeBytes(folder)) < mergeReserveBytes;
    if (isShort === areMergesStopped) return;
    if (isShort) {
      logger.warn({ folder, mergeReserveBytes }, 'little disk left for the data lake: merging is paused');
      await run({ sql: 'SYSTEM STOP MERGES' });
    } else {
      await mend();
      await run({ sql: 'SYSTEM START MERGES' });
      logger.info({ folder }, 'disk space is back: the data lake merges again');
    }
    areMergesStopped = isShort;
  }

  async function look(): Promise<void> {
    await guardMerges();
    looks++;
    if (looks % sweepEveryLooks !== 0) return;
    const found = await findBrokenParts(run, 'modification_time > now() - toIntervalSecond({back:UInt32})', {
      back: sweepBackSeconds,
    });
    if (found.length > 0) await mend();
  }

  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look()
      .catch((error: unknown) =>
        logger.warn({ error: messageOf(error) }, 'a look after the data lake failed'),
      )
      .finally(() => (isLooking = false));
  }, lookEveryMs);
  timer.unref();

  return {
    mend,
    async verify({ database, table }, sinceMs) {
      const broken = await findBrokenParts(
        run,
        'database = {database:String} AND table = {table:String} AND level = 0 AND modification_time >= toDateTime({since:UInt32})',
        { database, table, since: Math.floor(sinceMs / 1000) - 1 },
      );
      if (broken.length === 0) return;
      logger.error({ parts: broken.map(describePart) }, 'rows were not written whole; the disk is full');
      // Not waited for: the caller sends the rows again whether or not there is room by then.
      mend().catch((error: unknown) => logger.warn({ error: messageOf(error) }, 'mending a table failed'));
      throw lakeDiskFull();
    },
    async stop() {
      clearInterval(timer);
      await Promise.allSettled([looking, nextMending]);
      await mending;
    },
  };
}
