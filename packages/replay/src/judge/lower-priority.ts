import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets a process and its threads step back behind others. On Linux priorities belong to threads; elsewhere to the
 * process. A courtesy: where it is not allowed, nothing else changes.
 */
export function lowerPriority(processId: number | undefined): void {
  if (processId === undefined) return;
  for (const id of [processId, ...threadsOf(processId)]) {
    try {
      setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended meanwhile, or the system does not let us.
    }
  }
}

function threadsOf(processId: number): number[] {
  try {
    return readdirSync(`/proc/${processId}/task`).map(Number);
  } catch {
    return [];
  }
}
