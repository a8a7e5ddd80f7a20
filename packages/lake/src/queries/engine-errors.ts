import { MargayError, messageOf } from '@margay/kit';
import type { Crowd } from './shares.ts';

interface Meaning {
  kind: 'limit' | 'invalid-input' | 'upstream' | 'internal' | 'conflict';
  code: string;
  message: string;
  status?: number;
}

/** Engine error numbers a person can do something about. https://clickhouse.com/docs (ErrorCodes) */
const meanings: Record<number, Meaning> = {
  158: tooMuch('The search would read more rows than allowed. Narrow its time range or add a filter.'),
  159: tooLong(),
  160: tooLong(),
  202: {
    kind: 'limit',
    code: 'TooManyQueries',
    message: 'The data lake runs as many searches as it can. Try again in a moment.',
  },
  241: {
    kind: 'limit',
    code: 'QueryMemoryExceeded',
    message:
      'The search needed more memory than allowed. Narrow its time range, group by fewer values, or select fewer columns.',
    status: 400,
  },
  243: diskFull(),
  246: {
    kind: 'internal',
    code: 'LakeTableDamaged',
    message:
      'A table of the data lake lacks bytes that a full disk did not take. It mends itself once there is room: free space on the disk of the data lake, then try again.',
    status: 503,
  },
  307: tooMuch('The search would read more bytes than allowed. Narrow its time range or add a filter.'),
  394: cancelled(),
  396: {
    kind: 'limit',
    code: 'QueryResultTooLarge',
    message:
      'The result has more rows or bytes than allowed. Add a limit or a filter, select fewer columns, or download it as CSV.',
    status: 400,
  },
  735: cancelled(),
};

function tooLong(): Meaning {
  return {
    kind: 'limit',
    code: 'QueryTimeout',
    message:
      'The search ran longer than allowed and was stopped. Narrow its time range or add a filter, then run it again.',
    status: 408,
  };
}

function tooMuch(message: string): Meaning {
  return { kind: 'limit', code: 'QueryReadsTooMuch', message, status: 400 };
}

function cancelled(): Meaning {
  return { kind: 'conflict', code: 'QueryCancelled', message: 'The search was cancelled.' };
}

function diskFull(): Meaning {
  return {
    kind: 'internal',
    code: 'DiskFull',
    message: 'The disk of the data lake is full. Free space or shorten the retention, then try again.',
    status: 507,
  };
}

/** Number in the engine's own error text, which is `Code: 159. DB::Exception: …` in the process and over HTTP alike. */
export function engineErrorNumber(thrown: unknown): number | undefined {
  const code = (thrown as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^\d+$/.test(code)) return Number(code);
  const found = /Code: (\d+)\./.exec(messageOf(thrown));
  return found ? Number(found[1]) : undefined;
}

/** The error a person may see. The engine's own text names tables and settings of ours, so it stays in `cause`. */
export function queryErrorOf(thrown: unknown): MargayError {
  if (thrown instanceof MargayError) return thrown;
  const number = engineErrorNumber(thrown);
  const meaning = number === undefined ? undefined : meanings[number];
  const details = number === undefined ? undefined : { engineError: number };
  if (meaning) {
    const { kind, message, code, status } = meaning;
    return new MargayError(kind, message, { code, status, details, cause: thrown });
  }
  if (/no space left on device/i.test(messageOf(thrown))) {
    const { kind, message, code, status } = diskFull();
    return new MargayError(kind, message, { code, status, details, cause: thrown });
  }
  if (number === undefined) {
    return new MargayError('upstream', 'The data lake does not answer. Try again in a moment.', {
      code: 'DataLakeUnavailable',
      status: 503,
      retryAfterSeconds: 5,
      cause: thrown,
    });
  }
  return new MargayError('internal', 'The data lake could not run this search.', {
    code: 'QueryFailed',
    details,
    cause: thrown,
  });
}

function errorOf({ kind, message, code, status }: Meaning): MargayError {
  return new MargayError(kind, message, { code, status });
}

/** Says what runs, and what to do. */
export function tooManyQueries({ ownHeld, ownWaiting, held }: Crowd): MargayError {
  const message =
    ownHeld + ownWaiting > 0
      ? `You have ${ownHeld} searches running and ${ownWaiting} waiting. Wait for one to end, or cancel one in the history, then try again.`
      : `The data lake is busy with ${held} large searches of others. Try again in a moment.`;
  return new MargayError('limit', message, {
    code: 'TooManyQueries',
    details: { running: ownHeld, waiting: ownWaiting },
    retryAfterSeconds: 5,
  });
}

export const queryCancelled = () => errorOf(cancelled());
export const lakeDiskFull = () => errorOf(diskFull());

/** True for what ends by itself or by a person's hand, and has nothing to do with the statement: worth trying again. */
export const isPassing = (error: MargayError): boolean =>
  error.code === 'DiskFull' || error.code === 'DataLakeUnavailable';

/** What reading a part says whose files are cut or empty: too short, wrong checksum, no file, empty marks. */
const corruptionNumbers = new Set([32, 33, 40, 107, 228, 246]);

export function isCorruption(thrown: unknown): boolean {
  const number = engineErrorNumber(thrown);
  return number !== undefined && corruptionNumbers.has(number);
}
