import { invalidInput } from '@margay/kit';
import type { RunPosition } from './run-store.ts';

const cursorPattern = /^(\d{1,15}):([0-9a-f]{32})$/;

/** Where the next page begins. */
export function cursorOf({ scheduledAt, id }: RunPosition): string {
  return `${scheduledAt.getTime()}:${id}`;
}

export function afterCursor(cursor: string | null | undefined): { after?: RunPosition } {
  if (!cursor) return {};
  const [, time, id] = cursorPattern.exec(cursor) ?? [];
  if (time === undefined || id === undefined) {
    throw invalidInput(
      'The cursor of the list of runs is not one that this list gave. Begin with the first page.',
      {
        details: { field: 'cursor' },
      },
    );
  }
  return { after: { scheduledAt: new Date(Number(time)), id } };
}
