import { Socket } from 'node:net';
import { createFrameReader, encodeFrame } from './frames.ts';
import { hardenProcess } from './harden.ts';
import type { ChildHeader, ServerHeader } from './requests.ts';
import { Supervisor } from './supervisor.ts';

/** How often it looks whether the server still lives. */
const lookMs = 2_000;

/** Entry of the child process. It talks over file descriptor 3 and ends when that closes, or when its server is gone. */
const server = process.ppid;
hardenProcess();
setInterval(() => {
  if (process.ppid !== server) process.exit(0);
}, lookMs).unref();
const pipe = new Socket({ fd: 3 });
let supervisor: Supervisor | undefined;

function send(header: ChildHeader, body?: Uint8Array): void {
  pipe.cork();
  for (const piece of encodeFrame(header, body)) pipe.write(piece);
  pipe.uncork();
}

const read = createFrameReader((frame) => {
  const header = frame.header as ServerHeader; // the other end of this pipe is our own server
  if (header.type !== 'init') {
    supervisor?.receive(header, frame.body);
    return;
  }
  supervisor = new Supervisor(header.settings, frame.body, send);
  supervisor.warmUp().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});

pipe.on('data', read);
pipe.on('close', () => process.exit(0));
pipe.on('error', () => process.exit(1));
