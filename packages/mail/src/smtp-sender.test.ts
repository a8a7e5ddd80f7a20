import { MargayError } from '@margay/kit';
import { createHostGuard } from '@margay/kit/node';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MailMessage } from './message.ts';
import { createMailSender, type MailServer } from './smtp-sender.ts';
import {
  startMailServer,
  testCertificate,
  type TestCertificate,
  type TestMailServer,
} from './testing/index.ts';

let certificate: TestCertificate;
beforeAll(async () => {
  certificate = await testCertificate();
});
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});
async function start(options: Parameters<typeof startMailServer>[0] = {}): Promise<TestMailServer> {
  const server = await startMailServer(options);
  open.push(server);
  return server;
}

const sender = ({ allowPrivate = true, timeoutMs = 5000, trusts = true } = {}) =>
  createMailSender({
    guard: createHostGuard({ allowPrivate, lookup: async () => [{ address: '127.0.0.1', family: 4 }] }),
    timeoutMs,
    ...(trusts ? { extraCertificates: [certificate.cert] } : {}),
  });
const serverAt = (port: number, given: Partial<MailServer> = {}): MailServer => ({
  host: 'localhost',
  port,
  security: 'none',
  user: '',
  password: '',
  from: { address: 'margay@example.com', name: 'Margay' },
  ...given,
});
const hello: MailMessage = {
  to: 'grace@example.com',
  subject: 'Hello',
  parts: [{ kind: 'paragraph', text: 'Good morning.' }],
};
async function failure(work: Promise<void>): Promise<MargayError> {
  const outcome = await work.then(
    () => 'no error',
    (error: unknown) => error,
  );
  if (outcome instanceof MargayError) return outcome;
  throw new Error(`expected a MargayError, got ${String(outcome)}`);
}

describe('a message', () => {
  it('arrives as text and HTML, from one to one', async () => {
    const server = await start();
    await sender().send(serverAt(server.port), {
      ...hello,
      parts: [
        { kind: 'paragraph', text: 'Grüße, 你好' },
        { kind: 'code', text: 'ABCD2345' },
        { kind: 'link', label: 'Open', url: 'https://console.example/a?b=1&c=2' },
      ],
    });
    const mail = await server.take('grace@example.com');
    expect(mail).toMatchObject({ from: 'margay@example.com', to: ['grace@example.com'] });
    expect(mail.text).toBe(
      'Grüße, 你好\r\n\r\n    ABCD2345\r\n\r\nOpen:\r\nhttps://console.example/a?b=1&c=2',
    );
    expect(mail.html).toContain('<p>Grüße, 你好</p>');
    expect(mail.html).toContain('<a href="https://console.example/a?b=1&amp;c=2">Open</a>');
    expect(mail.headers.get('subject')).toEqual(['Hello']);
    expect(mail.headers.get('auto-submitted')).toEqual(['auto-generated']);
  });

  it('makes no markup of what somebody typed', async () => {
    const server = await start();
    const typed = '<img src=x onerror=alert(1)> & "Grace" \'s';
    await sender().send(serverAt(server.port), {
      ...hello,
      parts: [
        { kind: 'paragraph', text: typed },
        { kind: 'quote', text: typed },
        { kind: 'link', label: typed, url: `https://x.example/"><script>` },
      ],
    });
    const { html, text } = await server.take('grace@example.com');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(text).toContain(`> ${typed}`);
  });

  it.each([
    'Hi\r\nBcc: eve@example.com',
    'Hi\nBcc: eve@example.com',
    'Hi\u2028Bcc: eve@example.com',
    'Hi\r\n\r\n<script>',
    `Hi\u0000\u202e${'x'.repeat(5000)}`,
  ])('has no header of what stands in its subject or sender (%#)', async (evil) => {
    const server = await start();
    await sender().send(serverAt(server.port, { from: { address: 'margay@example.com', name: evil } }), {
      ...hello,
      subject: evil,
    });
    const mail = await server.take('grace@example.com');
    expect(mail.headers.get('bcc')).toBeUndefined();
    expect(mail.to).toEqual(['grace@example.com']);
    expect(mail.headers.get('subject')).toHaveLength(1);
    expect(mail.headers.get('from')?.[0]).toContain('margay@example.com');
    expect(mail.text).toBe('Good morning.');
  });

  it.each([
    'grace@example.com, eve@example.com',
    'grace@example.com\r\nRCPT TO:<eve@example.com>',
    'Grace <grace@example.com>',
    '"a b"@example.com',
    'grace',
    '',
    'grace@example.com;eve@example.com',
  ])('goes to one plain address only: %j is none', async (to) => {
    const server = await start();
    const error = await failure(sender().send(serverAt(server.port), { ...hello, to }));
    expect(error).toMatchObject({ kind: 'invalid-input', details: { isPermanent: true } });
    expect(server.received).toEqual([]);
  });
});

describe('the connection', () => {
  it('is encrypted by STARTTLS or TLS, and signs in', async () => {
    const account = { user: 'margay', password: 's3cret' };
    for (const secure of [false, true]) {
      const server = await start({ certificate, secure, account });
      const target = serverAt(server.port, { security: secure ? 'tls' : 'starttls', ...account });
      await sender().send(target, hello);
      expect(await server.take('grace@example.com')).toMatchObject({ isSecure: true, user: 'margay' });
    }
  });

  it('says that user name and password are wrong, with the words of the server and without the password', async () => {
    const server = await start({ certificate, account: { user: 'margay', password: 's3cret' } });
    const target = serverAt(server.port, { security: 'starttls', user: 'margay', password: 'wr0ng-one' });
    const error = await failure(sender().send(target, hello));
    expect(error.message).toMatch(/did not accept the user name and password.*It said: 535 5\.7\.8/);
    expect(error.details).toMatchObject({ isPermanent: false });
    expect(error.message).not.toContain('wr0ng-one');
  });

  it('is never made without the encryption that was asked for', async () => {
    const plain = await start();
    for (const security of ['starttls', 'tls'] as const) {
      const target = serverAt(plain.port, { security, user: 'margay', password: 's3cret' });
      const error = await failure(sender({ timeoutMs: 2000 }).send(target, hello));
      expect(error.kind).toBe('upstream');
    }
    expect(plain.received).toEqual([]);
  });

  it('trusts no certificate that nobody vouches for, or of another host', async () => {
    const server = await start({ certificate });
    const target = serverAt(server.port, { security: 'starttls' });
    const untrusted = await failure(sender({ trusts: false }).send(target, hello));
    expect(untrusted.message).toMatch(/^The certificate of the mail server localhost:\d+ is not trusted/);
    const other = await failure(sender().send({ ...target, host: 'mail.example' }, hello));
    expect(other.message).toMatch(/^The certificate of the mail server mail\.example:\d+ is not trusted/);
    expect(server.received).toEqual([]);
  });

  it('leaves this machine only encrypted, and goes to private addresses only where that is allowed', async () => {
    const elsewhere = createMailSender({
      guard: createHostGuard({
        allowPrivate: true,
        lookup: async () => [{ address: '10.0.0.1', family: 4 }],
      }),
      timeoutMs: 2000,
    });
    expect((await failure(elsewhere.send(serverAt(25, { host: 'mail.corp' }), hello))).message).toMatch(
      /would cross the network unencrypted/,
    );
    const server = await start();
    const refused = await failure(sender({ allowPrivate: false }).send(serverAt(server.port), hello));
    expect(refused.code).toBe('OutgoingRequestRefused');
    const metadata = serverAt(25, { host: '169.254.169.254' });
    expect((await failure(sender().send(metadata, hello))).code).toBe('OutgoingRequestRefused');
    expect(server.received).toEqual([]);
  });
});

describe('a server that does not take the mail', () => {
  it.each([
    [550, '5.1.1 No such user here', true],
    [451, '4.7.1 Greylisted, try again later', false],
  ])('is quoted: %i', async (code, text, isPermanent) => {
    const server = await start();
    server.refuseWith({ code, text });
    const error = await failure(sender().send(serverAt(server.port), hello));
    expect(error.message).toContain('refused the sender or the recipient.');
    expect(error.message).toContain(`It said: ${code} ${text}`);
    expect(error.details).toMatchObject({ isPermanent, responseCode: code });
  });

  async function strange(talk: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      talk(socket);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    open.push({
      stop: () =>
        new Promise((done) => {
          for (const socket of sockets) socket.destroy();
          server.close(() => done());
        }),
    });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  it('is given up on when it is silent, drips, or talks without end', async () => {
    const silent = await strange(() => undefined);
    const dripping = await strange((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    for (const port of [silent, dripping]) {
      const begun = Date.now();
      const error = await failure(sender({ timeoutMs: 300 }).send(serverAt(port), hello));
      expect(error).toMatchObject({ kind: 'upstream', code: 'UpstreamTimeout' });
      expect(Date.now() - begun).toBeLessThan(5000);
    }
  });

  it('is told of when it is not there, hangs up, or is none', async () => {
    const gone = await start();
    await gone.stop();
    open.pop();
    expect((await failure(sender().send(serverAt(gone.port), hello))).message).toMatch(
      /^The connection to the mail server localhost:\d+ failed \(ECONNREFUSED\)/,
    );
    const rude = await strange((socket) => socket.end());
    expect((await failure(sender().send(serverAt(rude), hello))).kind).toBe('upstream');
    const web = await strange((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await failure(sender().send(serverAt(web), hello))).kind).toBe('upstream');
  });
});
