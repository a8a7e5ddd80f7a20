import { conflict, type MargayError } from '@margay/kit';
import type { DetectEngine } from '@margay/detect';
import type { EventBuffer } from '@margay/ingest';
import type { Role } from '../config.ts';

/** What a request gets that came to a process which does not do such things. */
export const roleMissing = (what: string, role: Role, roles: readonly Role[]): MargayError =>
  conflict(
    `${what} is not for this process: its roles are ${roles.join(', ')}. Ask one whose MARGAY_ROLES name ${role}.`,
    { code: 'RoleMissing', status: 503 },
  );

/** In place of the event buffer where a process neither takes batches in nor works on them. */
export function absentBuffer(roles: readonly Role[]): EventBuffer {
  const refuse = () =>
    Promise.reject(
      roleMissing(
        'Taking events in (which without NATS_URL needs the folder of that process)',
        'ingest',
        roles,
      ),
    );
  return {
    id: 'absent',
    isShared: false,
    append: refuse,
    async *take() {},
    done: () => Promise.resolve(),
    giveBack: () => undefined,
    setAside: () => Promise.resolve(),
    takeOver: () => Promise.resolve(undefined),
    contains: () => Promise.resolve(false),
    stats: () => ({
      segments: 0,
      storedBytes: 0,
      claimed: 0,
      oldestReceivedAt: undefined,
      appended: 0,
      duplicates: 0,
      refused: 0,
      replayed: 0,
      setAside: 0,
    }),
    snapshot: refuse,
    close: () => Promise.resolve(),
  };
}

/** In place of the detection engine where a process judges nothing and tests nothing: no Python is started. */
export function absentEngine(roles: readonly Role[]): DetectEngine {
  const refuse = () => Promise.reject(roleMissing('Running detections', 'detect', roles));
  return {
    load: refuse,
    evaluate: refuse,
    test: refuse,
    check: refuse,
    explain: refuse,
    time: refuse,
    cover: refuse,
    mutate: refuse,
    candidates: () => true,
    eventFilters: () => undefined,
    reads: () => undefined,
    paused: () => [],
    pause: () => undefined,
    resume: () => undefined,
    status: () => ({ revision: 0, restarts: 0, state: 'running', processIds: [] }),
    close: () => Promise.resolve(),
  };
}
