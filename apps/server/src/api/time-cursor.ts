import { invalidInput } from '@margay/kit';
import * as z from 'zod';

/** Where a page of things in order of time ended: a moment, and the id among those of the same moment. */
export interface TimePosition {
  at: Date;
  id: string;
}

const Position = z.tuple([z.int(), z.string().max(100)]);

/** A page out of the rows found, of which one more than its size was asked for, and where the next begins. */
export function timePage<Row extends { createdAt: Date; id: string }>(
  found: readonly Row[],
  pageSize: number,
): { page: Row[]; endCursor: string | null } {
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  const endCursor = found.length > pageSize && last ? timeCursor({ at: last.createdAt, id: last.id }) : null;
  return { page, endCursor };
}

export function timeCursor({ at, id }: TimePosition): string {
  return Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');
}

/** Reads what `timeCursor` wrote. `of` names the list; throws `InvalidInput` for everything else. */
export function readTimeCursor(cursor: string, of: string): TimePosition {
  const position = positionOf(cursor);
  if (position) return position;
  throw invalidInput(`The cursor is not one of ${of}. Start again at the first page.`, {
    details: { field: 'cursor' },
  });
}

function positionOf(cursor: string): TimePosition | undefined {
  if (cursor.length > 1_000) return undefined;
  try {
    const [time, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const at = new Date(time);
    const isStorable = at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999;
    return isStorable ? { at, id } : undefined;
  } catch {
    return undefined; // whoever reads it says the same for every fault
  }
}
