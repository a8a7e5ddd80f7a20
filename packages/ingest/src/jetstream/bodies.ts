import { createHash } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import { damaged } from '../buffer/segment-format.ts';
import { bodyDescriptions, bodyPieces, bodyStream } from './layout.ts';

/** A body on its way to the object store, written with back-pressure. */
export interface BodyUpload {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves once the server has all of it. */
  end(): Promise<void>;
  /** Leaves nothing of it. */
  abort(reason: unknown): Promise<void>;
}

const writeMs = 10_000;

/** How the object store writes the name of an object in a subject. */
export const descriptionSubject = (name: string) =>
  `${bodyDescriptions}${Buffer.from(name)
    .toString('base64url')
    .padEnd(Math.ceil(Buffer.byteLength(name) / 3) * 4, '=')}`;

/** `pieceBytes` must stay below what the server takes as one message. */
export function createBodies(manager: JetStreamManager, store: ObjectStore, pieceBytes: number) {
  function upload(name: string): BodyUpload {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stored = store.put({ name, options: { max_chunk_size: pieceBytes } }, readable, {
      timeout: writeMs,
    });
    /** Never fulfilled before the end, so that a write in a race with it only ends early when the upload failed. */
    const failed = stored.then(() => new Promise<never>(() => undefined));
    failed.catch(() => undefined);
    writer.closed.catch(() => undefined);
    return {
      write: (bytes) => Promise.race([writer.write(bytes), failed]),
      async end() {
        await Promise.race([writer.close(), failed]);
        await stored;
      },
      async abort(reason) {
        await writer.abort(reason).catch(() => undefined);
        await stored.then(
          () => remove(name),
          () => undefined,
        );
      },
    };
  }

  /** Piece after piece, each asked for when the one before was used; any copy of the stream may answer, the leader last. */
  async function nextPiece(subject: string, sequence: number) {
    const query = { seq: sequence, next_by_subj: subject };
    const piece = await manager.direct.getMessage(bodyStream, query).catch(() => null);
    return piece ?? manager.streams.getMessage(bodyStream, query);
  }

  /** The bytes of an object with flat memory. Throws `SegmentDamaged` when it is gone or its digest is another. */
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const info = await store.info(name);
    if (info === null || info.deleted) throw damaged(name, 'its body is not in the object store');
    const subject = `${bodyPieces}${info.nuid}`;
    const hash = createHash('sha256');
    let sequence = 1;
    for (let i = 0; i < info.chunks; i++) {
      const piece = await nextPiece(subject, sequence);
      if (piece === null) throw damaged(name, `piece ${i + 1} of ${info.chunks} of its body is missing`);
      sequence = piece.seq + 1;
      hash.update(piece.data);
      yield piece.data;
    }
    const digest = info.digest.replace(/^SHA-256=/, '').replace(/=+$/, '');
    if (hash.digest('base64url') !== digest) throw damaged(name, 'its body is not what its digest says');
  }

  /** Pieces first: what is left by an interruption can still be found by its description. */
  async function remove(name: string): Promise<void> {
    const info = await store.info(name);
    if (info === null) return;
    await manager.streams.purge(bodyStream, { filter: `${bodyPieces}${info.nuid}` });
    await manager.streams.purge(bodyStream, { filter: descriptionSubject(name) });
  }

  return { upload, read, remove };
}

export type Bodies = ReturnType<typeof createBodies>;
