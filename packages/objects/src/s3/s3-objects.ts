import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { newId } from '@margay/kit';
import { Readable } from 'node:stream';
import type { ByteRange, ObjectFacts, ObjectStore } from '../contract.ts';
import { behindEnd, limited } from '../limited.ts';
import { assertFolder, assertKey } from '../object-key.ts';
import { explained, placeOf } from './explain.ts';
import type { S3Address } from './s3-address.ts';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

export interface S3Options {
  address: S3Address;
  /** Where absent, the roles that the machine, the container or the pod gives are asked. */
  credentials: S3Credentials | undefined;
  /** For an address without a region. */
  region: string | undefined;
}

/** One part in memory while the next is filled. Ten thousand of them are the largest object: 80 GB. */
const partBytes = 8 * 1024 ** 2;
const partsAtOnce = 2;
/** Silence, not the whole transfer. */
const silenceMs = 60_000;
const connectMs = 10_000;

function clientOf({ address, credentials, region }: S3Options): S3Client {
  const { endpoint } = address;
  return new S3Client({
    region: address.region ?? region ?? 'us-east-1',
    // Storages other than Amazon's rarely have a name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Many other storages refuse the checksums that newer clients add by themselves. The signature covers each body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
  });
}

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

const rangeHeader = ({ from, to }: ByteRange) => `bytes=${from}-${to === undefined ? '' : to - 1}`;

/** Objects in S3-compatible storage. */
export function openS3Objects(options: S3Options): ObjectStore {
  const { address } = options;
  const { bucket: Bucket, prefix } = address;
  const client = clientOf(options);
  const nameOf = (key: string) => prefix + assertKey(key);
  const target = (key: string) => ({ Bucket, Key: nameOf(key) });

  async function doing<T>(action: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explained(error, address, { action });
    }
  }

  async function* pagesOf(folder: string): AsyncGenerator<ObjectFacts[]> {
    const Prefix = `${prefix}${assertFolder(folder)}/`;
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified = new Date() }) => ({
        key: Key.slice(prefix.length),
        byteCount: Size,
        writtenAt: LastModified,
      }));
    }
  }

  async function* list(folder: string): AsyncGenerator<ObjectFacts> {
    const pages = pagesOf(folder);
    for (;;) {
      const page = await doing('list files', () => pages.next());
      if (page.done) return;
      yield* page.value;
    }
  }

  async function* unfinishedOf(folder: string): AsyncGenerator<MultipartUpload> {
    const Prefix = `${prefix}${assertFolder(folder)}/`;
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker }));
      yield* page.Uploads ?? [];
      if (page.IsTruncated !== true) return;
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  const put: ObjectStore['put'] = async (key, content, { maxBytes, contentType }) => {
    let byteCount = 0;
    // Kept aside: the client wraps what a stream throws.
    let thrown: { error: unknown } | undefined;
    async function* watched() {
      try {
        yield* limited(key, content, { maxBytes, onBytes: (more) => (byteCount += more) });
      } catch (error) {
        thrown = { error };
        throw error;
      }
    }
    const upload = new Upload({
      client,
      partSize: partBytes,
      queueSize: partsAtOnce,
      params: {
        ...target(key),
        Body: Readable.from(watched(), { objectMode: false }),
        ContentType: contentType ?? 'application/octet-stream',
      },
    });
    try {
      await upload.done();
    } catch (error) {
      if (thrown !== undefined) throw thrown.error;
      throw explained(error, address, { action: 'take a file' });
    }
    return { byteCount };
  };

  return {
    place: placeOf(address),
    isShared: true,
    put,
    find: (key) =>
      doing('find a file', async () => {
        try {
          const facts = await client.send(new HeadObjectCommand(target(key)));
          return { key, byteCount: facts.ContentLength ?? 0, writtenAt: facts.LastModified ?? new Date() };
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    read: (key, range) =>
      doing('give a file', async () => {
        try {
          const Range = range === undefined ? undefined : rangeHeader(range);
          const reply = await client.send(new GetObjectCommand({ ...target(key), Range }));
          if (!(reply.Body instanceof Readable)) throw new Error('the reply has no body');
          const body = Readable.toWeb(reply.Body) as ReadableStream<Uint8Array>; // bytes: no encoding is set
          return { byteCount: reply.ContentLength ?? 0, body };
        } catch (error) {
          if (isMissing(error)) return undefined;
          if (range !== undefined && error instanceof Error && error.name === 'InvalidRange')
            throw behindEnd(key, range);
          throw error;
        }
      }),
    list,
    remove: (key) =>
      doing('remove a file', async () => {
        await client.send(new DeleteObjectCommand(target(key)));
      }),
    async removeWrittenBefore(folder, moment) {
      let removed = 0;
      for await (const { key, writtenAt } of list(folder)) {
        if (writtenAt >= moment) continue;
        await this.remove(key);
        removed += 1;
      }
      return removed;
    },
    removeUnfinished: (folder, begunBefore) =>
      doing('remove an unfinished file', async () => {
        for await (const { Key, UploadId, Initiated } of unfinishedOf(folder)) {
          if (Initiated === undefined || Initiated >= begunBefore) continue;
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        }
      }),
    async check() {
      const probe = { Bucket, Key: `${prefix}checks/${newId()}` };
      try {
        await client.send(new PutObjectCommand({ ...probe, Body: 'Written by Margay at its start.' }));
        const reply = await client.send(new GetObjectCommand(probe));
        await reply.Body?.transformToByteArray();
        await client.send(new DeleteObjectCommand(probe));
        await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}checks/`, MaxKeys: 1 }));
      } catch (error) {
        throw explained(error, address, { action: 'be used', isStart: true });
      }
    },
    close: () => client.destroy(),
  };
}
