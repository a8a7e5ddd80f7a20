import type { JetStreamManager } from '@nats-io/jetstream';
import * as z from 'zod';
import { messageOf } from '@margay/kit';
import type { Logger } from '@margay/kit';
import type { Bodies } from './bodies.ts';
import {
  batchStream,
  batchSubject,
  bodyDescriptions,
  bodyPieces,
  bodyStream,
  rejectedStream,
  rejectedSubject,
} from './layout.ts';
import { fetched } from './messages.ts';

export interface SweepDeps {
  manager: JetStreamManager;
  bodies: Bodies;
  logger: Logger;
  /** Younger bodies are left alone: their message may be on its way. */
  minAgeMs: number;
  now?: () => number;
}

/** What is needed of the description the client library keeps of an object. */
const Description = z.object({ nuid: z.string() });

/** An object's name begins with the id of its batch. */
const batchIdOfBody = (name: string) => name.split('.')[0] ?? '';

async function subjectsOf(manager: JetStreamManager, filter: string): Promise<string[]> {
  const { state } = await manager.streams.info(bodyStream, { subjects_filter: filter });
  return Object.keys(state.subjects ?? {});
}

/**
 * Removes bodies whose message never came, because the process ended between the two: whole objects, and pieces without
 * a description. Returns how many. Any number of processes may do so at once.
 */
export async function sweepBodies(deps: SweepDeps): Promise<number> {
  const { manager, bodies, logger } = deps;
  const before = (deps.now ?? Date.now)() - deps.minAgeMs;

  async function isOld(subject: string): Promise<boolean> {
    const last = await manager.streams.getMessage(bodyStream, { last_by_subj: subject });
    return last !== null && last.time.getTime() < before;
  }

  async function isNamedBy(stream: string, subject: string, name: string): Promise<boolean> {
    const message = await manager.streams.getMessage(stream, { last_by_subj: subject });
    return message !== null && fetched(message).bodyObject === name;
  }

  async function isNeeded(name: string): Promise<boolean> {
    const batchId = batchIdOfBody(name);
    return (
      (await isNamedBy(batchStream, batchSubject(batchId), name)) ||
      isNamedBy(rejectedStream, rejectedSubject(batchId), name)
    );
  }

  let removed = 0;
  const described = new Set<string>();
  for (const subject of await subjectsOf(manager, `${bodyDescriptions}>`)) {
    const name = Buffer.from(subject.slice(bodyDescriptions.length), 'base64url').toString();
    const description = await manager.streams.getMessage(bodyStream, { last_by_subj: subject });
    if (description === null) continue;
    described.add(Description.parse(description.json()).nuid);
    if (description.time.getTime() >= before || (await isNeeded(name))) continue;
    await bodies.remove(name);
    removed++;
  }
  for (const subject of await subjectsOf(manager, `${bodyPieces}>`)) {
    if (described.has(subject.slice(bodyPieces.length)) || !(await isOld(subject))) continue;
    await manager.streams.purge(bodyStream, { filter: subject });
    removed++;
  }
  if (removed > 0) logger.info({ bodies: removed }, 'Bodies without a batch removed');
  return removed;
}

/** Now and every hour, until stopped; a failure waits for the next time. */
export function startSweeping(deps: SweepDeps): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    running = running
      .then(() => sweepBodies(deps))
      .catch((error: unknown) =>
        deps.logger.warn({ reason: messageOf(error) }, 'Bodies without a batch could not be looked for'),
      );
  };
  sweep();
  const timer = setInterval(sweep, 3_600_000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
