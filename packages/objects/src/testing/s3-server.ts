import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { faultOfSignature } from './signature.ts';

interface Stored {
  bytes: Buffer;
  writtenAt: Date;
}
interface Unfinished {
  key: string;
  begunAt: Date;
  parts: Map<number, Buffer>;
}

/** A loopback S3 service with one bucket, as far as its documentation goes for the requests named in `operations`. */
export interface S3Server {
  /** For MARGAY_OBJECTS_URL. */
  url(prefix?: string, bucket?: string): string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  objects: Map<string, Stored>;
  uploads: Map<string, Unfinished>;
  /** Method and kind of each request that was let in, in order. */
  requests: string[];
  /** The next so many requests are answered with 503. */
  failNext(count: number): void;
  close(): Promise<void>;
}

const fewestPartBytes = 5 * 1024 ** 2;
/** Small, so that lists take several pages. */
const pageLength = 2;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const statusOf: Record<string, number> = { NotImplemented: 501, XAmzContentSHA256Mismatch: 400 };
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const xml = (name: string, inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</${name}>`;
const etagOf = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;

interface Call {
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  reply: ServerResponse;
}

/** Checks the signature of every request: what a client signs wrongly is refused as the real one refuses it. */
export async function startS3Server(bucket = 'margay-files'): Promise<S3Server> {
  const credentials = { accessKeyId: 'AKIATESTTESTTEST', secretAccessKey: 'secret/of+the/test' };
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Unfinished>();
  const requests: string[] = [];
  let failures = 0;

  function uploadOf({ query, key }: Call): Unfinished {
    const upload = uploads.get(query.get('uploadId') ?? '');
    if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  const operations: Record<string, (call: Call) => void> = {
    'PUT object': ({ key, body, reply }) => {
      objects.set(key, { bytes: body, writtenAt: new Date() });
      reply.writeHead(200, { etag: etagOf(body) }).end();
    },
    'GET object': ({ key, headers, reply }) => {
      const found = objects.get(key);
      if (found === undefined) throw new Refusal(404, 'NoSuchKey');
      const { bytes, writtenAt } = found;
      const facts = { etag: etagOf(bytes), 'last-modified': writtenAt.toUTCString() };
      const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
      if (range === null) {
        reply.writeHead(200, { ...facts, 'content-length': bytes.length }).end(bytes);
        return;
      }
      const from = Number(range[1]);
      if (from >= bytes.length) throw new Refusal(416, 'InvalidRange');
      const to = range[2] ? Math.min(bytes.length, Number(range[2]) + 1) : bytes.length;
      const part = bytes.subarray(from, to);
      const contentRange = `bytes ${from}-${to - 1}/${bytes.length}`;
      reply
        .writeHead(206, { ...facts, 'content-length': part.length, 'content-range': contentRange })
        .end(part);
    },
    'HEAD object': ({ key, reply }) => {
      const found = objects.get(key);
      if (found === undefined) throw new Refusal(404, 'NoSuchKey');
      reply
        .writeHead(200, {
          'content-length': found.bytes.length,
          'last-modified': found.writtenAt.toUTCString(),
        })
        .end();
    },
    'DELETE object': ({ key, reply }) => {
      objects.delete(key);
      reply.writeHead(204).end();
    },
    'GET bucket list-type': ({ query, reply }) => {
      const prefix = query.get('prefix') ?? '';
      const after = query.get('continuation-token') ?? '';
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
      const page = keys.slice(0, pageLength);
      const isTruncated = keys.length > page.length;
      const next = isTruncated
        ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
        : '';
      const contents = page.map((key) => {
        const { bytes, writtenAt } = objects.get(key) as Stored; // its key was just read
        return `<Contents><Key>${escaped(key)}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
      });
      reply.end(
        xml('ListBucketResult', `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`),
      );
    },
    'POST object uploads': ({ key, reply }) => {
      const id = randomUUID();
      uploads.set(id, { key, begunAt: new Date(), parts: new Map() });
      reply.end(xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`));
    },
    'PUT object uploadId': (call) => {
      uploadOf(call).parts.set(Number(call.query.get('partNumber')), call.body);
      call.reply.writeHead(200, { etag: etagOf(call.body) }).end();
    },
    'POST object uploadId': (call) => {
      const { key, parts } = uploadOf(call);
      const named = [...call.body.toString().matchAll(/<Part>(?:(?!<\/Part>).)*?<\/Part>/gs)].map(
        ([text]) => ({
          number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
          etag: (/<ETag>([^<]+)</.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'),
        }),
      );
      const bytes = named.map(({ number, etag }, at) => {
        const part = parts.get(number);
        if (part === undefined || etagOf(part) !== etag) throw new Refusal(400, 'InvalidPart');
        if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw new Refusal(400, 'InvalidPartOrder');
        if (at < named.length - 1 && part.length < fewestPartBytes) throw new Refusal(400, 'EntityTooSmall');
        return part;
      });
      objects.set(key, { bytes: Buffer.concat(bytes), writtenAt: new Date() });
      uploads.delete(call.query.get('uploadId') ?? '');
      call.reply.end(xml('CompleteMultipartUploadResult', `<Key>${escaped(key)}</Key>`));
    },
    'DELETE object uploadId': (call) => {
      uploadOf(call);
      uploads.delete(call.query.get('uploadId') ?? '');
      call.reply.writeHead(204).end();
    },
    'GET bucket uploads': ({ query, reply }) => {
      const prefix = query.get('prefix') ?? '';
      const after = `${query.get('key-marker') ?? ''}\n${query.get('upload-id-marker') ?? ''}`;
      const all = [...uploads]
        .map(([id, upload]) => ({ id, ...upload, mark: `${upload.key}\n${id}` }))
        .filter(({ key, mark }) => key.startsWith(prefix) && mark > after)
        .toSorted((a, b) => (a.mark < b.mark ? -1 : 1));
      const page = all.slice(0, pageLength);
      const last = page.at(-1);
      const markers =
        last && all.length > page.length
          ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${escaped(last.key)}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
          : '<IsTruncated>false</IsTruncated>';
      const listed = page.map(
        ({ id, key, begunAt }) =>
          `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
      );
      reply.end(xml('ListMultipartUploadsResult', markers + listed.join('')));
    },
  };

  function answer(request: IncomingMessage, body: Buffer, reply: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    if (failures > 0) {
      failures -= 1;
      throw new Refusal(503, 'ServiceUnavailable');
    }
    const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const fault = faultOfSignature({ method, url, headers: single, body }, credentials);
    if (fault !== undefined) throw new Refusal(statusOf[fault] ?? 403, fault);
    const { pathname, searchParams: query } = new URL(url, 'http://s3');
    const [, named = '', ...rest] = decodeURIComponent(pathname).split('/');
    if (named !== bucket) throw new Refusal(404, 'NoSuchBucket');
    const key = rest.join('/');
    const kind = ['uploadId', 'uploads', 'list-type'].find((name) => query.has(name));
    const name = [method, key === '' ? 'bucket' : 'object', kind].filter(Boolean).join(' ');
    const operation = operations[name];
    if (operation === undefined) throw new Refusal(501, 'NotImplemented');
    requests.push(name);
    operation({ key, query, headers, body, reply });
  }

  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        answer(request, Buffer.concat(chunks), reply);
      } catch (error) {
        const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
        const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused: ${code}</Message></Error>`;
        reply.writeHead(status, { 'content-type': 'application/xml' }).end(text);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: (prefix = '', named = bucket) =>
      `s3://${named}/${prefix}?endpoint=http://127.0.0.1:${port}&region=test-region-1`,
    credentials,
    objects,
    uploads,
    requests,
    failNext: (count) => (failures = count),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
