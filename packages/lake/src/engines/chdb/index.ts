import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MargayError, messageOf, type Logger } from '@margay/kit';
import { Session, drainPending } from 'chdb';
import type { Engine, EngineDefinition, Statement } from '../engine.ts';
import { isCorruption } from '../../queries/engine-errors.ts';
import { identifier, parameterText, stringLiteral, tableReference } from '../literals.ts';
import { lakeClosed } from '../lake-closed.ts';
import { createCaretaker } from './caretaker.ts';
import { createHeaderRemover } from './csv-header.ts';
import { createFileInserts } from './file-inserts.ts';
import { createGate } from './gate.ts';
import { snapshotFolder } from './snapshot.ts';
import { setAsideDamagedDefinitions } from './table-definitions.ts';

/**
 * ClickHouse in the process. Each statement gets a session of its own (0.5 ms): a session runs one statement at
 * a time, and what one sets (parameters, limits, `readonly`) must never reach the next.
 *
 * The calls do not block the event loop (measured: at most 4 ms while a group-by ran for 4 s), but each holds one
 * thread of the runtime's pool, which files and DNS need too: `UV_THREADPOOL_SIZE=16` in the environment gives room.
 *
 * The binding's own parameter call is not used: it runs all statements of the process one after the other.
 * `SET param_name` in the statement's session does the same binding, in parallel.
 */
export const chdbEngine: EngineDefinition = {
  kind: 'chdb',
  serves: (target) => 'dataDir' in target,
  open: async (target, { logger }) => {
    if (!('dataDir' in target)) throw new TypeError('the embedded engine needs a data folder');
    const folder = join(target.dataDir, 'lake');
    await mkdir(folder, { recursive: true });
    // Keeps the engine loaded for the life of the lake: with its last session it would unload.
    const anchor = await openAnchor(folder, logger);
    const inserts = await createFileInserts(join(target.dataDir, 'lake-incoming'));
    logger.info({ folder }, 'data lake engine opened');
    const running = new Set<Promise<unknown>>();
    const parallelStatements = threadPoolSize();
    if (parallelStatements < roomyThreadPool) {
      logger.warn(
        { threads: parallelStatements, wanted: roomyThreadPool },
        'few threads for the data lake: set UV_THREADPOOL_SIZE before the process starts to run more searches side by side',
      );
    }
    let isClosed = false;
    // A session opened after the last one closed would take the folder again.
    const session = (): Session => {
      if (isClosed) throw lakeClosed();
      return openSession(folder);
    };

    const runNow = async (statement: Statement): Promise<Uint8Array> => {
      const text = prefixOf(statement) + statement.sql;
      const own = session();
      const work = own
        .queryAsync(text, { format: statement.format ?? 'TSV' })
        .then((result) => result.bytes())
        .catch((error: unknown) => letGoAfter(own, error))
        .finally(() => own.close());
      running.add(work);
      const forget = () => running.delete(work);
      work.then(forget, forget);
      return work;
    };

    const gate = createGate();
    const caretaker = createCaretaker({ folder, run: runNow, gate, logger });
    const runInside = async (statement: Statement): Promise<Uint8Array> => {
      const leave = await gate.enter();
      try {
        return await runNow(statement);
      } finally {
        leave();
      }
    };
    const run = async (statement: Statement): Promise<Uint8Array> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runInside(statement);
        } catch (error) {
          // Again, since another merge may break while the first one is mended.
          if (!isCorruption(error) || attempt > mendsPerStatement) throw error;
          await caretaker.mend();
        }
      }
    };
    async function* stream(statement: Statement): AsyncIterable<Uint8Array> {
      const leave = await gate.enter();
      try {
        yield* streamRows(session, statement);
      } catch (error) {
        // Half of it is already with the reader; the next one finds the table mended.
        if (isCorruption(error)) void caretaker.mend();
        throw error;
      } finally {
        leave();
      }
    }

    const engine: Engine = {
      kind: 'chdb',
      parallelStatements,
      run,
      stream,
      insertRows: async (insert) => {
        const startedAt = Date.now();
        await inserts.withFile(insert.rows, async (path) => {
          const names = insert.columns.map((column) => identifier(column.name)).join(', ');
          const structure = insert.columns
            .map((column) => `${identifier(column.name)} ${column.engineType}`)
            .join(', ');
          const source = `file(${stringLiteral(path)}, RowBinary, ${stringLiteral(structure)})`;
          const where = insert.where ? ` WHERE ${insert.where}` : '';
          await run({
            sql: `INSERT INTO ${tableReference(insert.table)} (${names}) SELECT ${names} FROM ${source}${where}`,
            settings: insert.settings,
          });
        });
        await caretaker.verify(insert.table, startedAt);
      },
      snapshot: (target) => snapshotFolder(folder, run, target),
      close: async () => {
        if (isClosed) return;
        await caretaker.stop();
        // Cancelling needs sessions until the last statement has ended.
        while (running.size > 0) await Promise.allSettled(running);
        isClosed = true;
        anchor.close();
        await drainPending();
      },
    };
    return engine;
  },
};

async function* streamRows(open: () => Session, statement: Statement): AsyncIterable<Uint8Array> {
  const prefix = prefixOf(statement);
  const session = open();
  try {
    if (prefix) await session.queryAsync(prefix);
    const format = statement.format ?? 'TSV';
    const withoutRepetition =
      format === 'CSVWithNames' ? createHeaderRemover() : (chunk: Uint8Array) => chunk;
    for await (const chunk of session.queryStream(statement.sql, { format })) {
      yield withoutRepetition(chunk.raw());
    }
  } catch (error) {
    await letGoAfter(session, error);
  } finally {
    session.close();
  }
}

/**
 * A statement that failed or was killed stays in the engine, with its memory, until its session takes the next one or
 * goes; and the binding puts off the end of a session while any other statement runs (measured: for as long as the
 * others took). So each such session takes a next one, which touches no data and looks at no limit. Throws the error.
 */
async function letGoAfter(session: Session, error: unknown): Promise<never> {
  for (let attempt = 1; attempt <= letGoAttempts; attempt++) {
    try {
      await session.queryAsync('USE system');
      break;
    } catch {
      // A second order to end the first statement may meet this one.
    }
  }
  throw error;
}

/**
 * All settings in one `SET`: `readonly` among them would refuse a second one. How long a statement may be counts only
 * from the next one on, so it comes before the parameters, which may be long lists.
 */
function prefixOf(statement: Statement): string {
  const parameters = Object.entries(statement.params ?? {}).map(
    ([name, value]) => `param_${plainName(name)} = ${stringLiteral(parameterText(value))}`,
  );
  const settings = Object.entries(statement.settings ?? {}).map(
    ([name, value]) => `${plainName(name)} = ${typeof value === 'number' ? value : stringLiteral(value)}`,
  );
  const all = [...parameters, ...settings];
  if (all.length === 0) return '';
  const longest = statement.settings?.['max_query_size'];
  const first = longest === undefined ? '' : `SET max_query_size = ${Number(longest)};`;
  return `${first}SET ${all.join(', ')};`;
}

function plainName(name: string): string {
  if (/^[a-z_][a-z0-9_]*$/i.test(name)) return name;
  throw new TypeError(`${JSON.stringify(name)} cannot name a parameter or setting`);
}

/** Enough for every pool of the lake with room for files and DNS. */
const roomyThreadPool = 16;

const mendsPerStatement = 3;
const letGoAttempts = 5;

/** The first session of a lake, without tables whose definition is damaged. */
async function openAnchor(folder: string, logger: Logger): Promise<Session> {
  try {
    return openSession(folder);
  } catch (error) {
    if (isInUse(error)) throw error;
    const aside = `${folder}-damaged`;
    const damaged = await setAsideDamagedDefinitions(folder, aside);
    if (damaged.length === 0) throw error;
    logger.error(
      { folder, aside, damaged },
      'definitions of lake tables are damaged; starting without these tables',
    );
    return openSession(folder);
  }
}

const isInUse = (error: unknown) => error instanceof MargayError && error.code === 'DataFolderInUse';

function openSession(folder: string): Session {
  try {
    return new Session(folder);
  } catch (cause) {
    throw openError(folder, cause);
  }
}

/** The binding only says that it failed; the owner's process id is in the engine's own status file. */
function openError(folder: string, cause: unknown): MargayError {
  const inUse = (message: string) => new MargayError('conflict', message, { code: 'DataFolderInUse', cause });
  if (messageOf(cause).includes('only one active data directory')) {
    return inUse(
      `This process already has another data folder open than ${folder}. Close that lake first: the engine holds one folder per process.`,
    );
  }
  const owner = ownerOf(folder);
  if (owner !== undefined) {
    return inUse(
      `Process ${owner} has the data folder ${folder} open. Stop it, or set MARGAY_DATA_DIR to another folder.`,
    );
  }
  // Trying again does not mend a folder: somebody has to look.
  return new MargayError(
    'conflict',
    `The data lake in ${folder} could not be opened. Check that the folder is writable, that the disk is not full and that no other process has it open; the engine's own words above say more. If the folder is damaged, put it back from a backup, or move it away to start with an empty one.`,
    { code: 'DataLakeUnavailable', status: 503, cause },
  );
}

function ownerOf(folder: string): number | undefined {
  try {
    const owner = Number(/PID: (\d+)/.exec(readFileSync(join(folder, 'status'), 'utf8'))?.[1]);
    if (!owner || owner === process.pid) return undefined;
    process.kill(owner, 0);
    return owner;
  } catch {
    // No status file, or nobody by that number.
    return undefined;
  }
}

function threadPoolSize(): number {
  const set = Number(process.env['UV_THREADPOOL_SIZE']);
  return Number.isInteger(set) && set > 0 ? set : 4;
}
