import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { readMail, type ReadMail } from './read-mail.ts';

export interface ReceivedMail extends ReadMail {
  from: string;
  to: string[];
  raw: string;
  /** Whether it came over TLS, and as whom. */
  isSecure: boolean;
  user: string | undefined;
}

export interface TestMailServer {
  port: number;
  received: ReceivedMail[];
  /** The first mail to that address that nobody took yet, once it is there; it is taken then. */
  take(to: string): Promise<ReceivedMail>;
  /** What it answers to whom in place of taking the mail; undefined takes it again. */
  refuseWith(answer: { code: number; text: string } | undefined): void;
  stop(): Promise<void>;
}

export interface TestCertificate {
  key: string;
  cert: string;
}

/** A certificate for `localhost` that nobody trusts yet. */
export async function testCertificate(): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'margay-mail-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    await promisify(execFile)('openssl', [...kind, ...subject, '-keyout', key, '-out', cert]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const patienceMs = 20_000;

/** A mail server on loopback that keeps what it is given. Without a certificate it speaks no TLS. */
export async function startMailServer({
  certificate,
  secure = false,
  account,
}: {
  certificate?: TestCertificate;
  /** TLS from the first byte. */
  secure?: boolean;
  /** Whoever sends has to sign in as that. */
  account?: { user: string; password: string };
} = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let refusal: { code: number; text: string } | undefined;
  const server = new SMTPServer({
    ...certificate,
    secure,
    authOptional: account === undefined,
    ...(certificate === undefined ? { hideSTARTTLS: true, allowInsecureAuth: true } : {}),
    logger: false,
    onAuth({ username, password }, _session, callback) {
      if (username === account?.user && password === account?.password)
        return callback(null, { user: username });
      return callback(Object.assign(new Error('5.7.8 Authentication failed'), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, callback) {
      if (refusal === undefined) return callback();
      return callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          ...readMail(raw),
          raw,
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        callback();
        for (const look of waiting) look();
      });
    },
  });
  // Clients that break off are part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const takeNow = (to: string) => {
    const at = received.findIndex((mail) => mail.to.includes(to));
    return at === -1 ? undefined : received.splice(at, 1)[0];
  };
  return {
    port,
    received,
    take(to) {
      const present = takeNow(to);
      if (present !== undefined) return Promise.resolve(present);
      return new Promise((resolve, reject) => {
        const look = () => {
          const mail = takeNow(to);
          if (mail === undefined) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(mail);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no mail came to ${to} within ${patienceMs} ms`));
        }, patienceMs);
        waiting.add(look);
      });
    },
    refuseWith: (answer) => void (refusal = answer),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
