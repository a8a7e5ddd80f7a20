import { Session } from 'node:inspector';
import { writeFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { StallNote } from './stall-note.ts';
import { ticksOfPatience, type WatchOrder } from './watch-order.ts';

const { beats, tickMs, noteFile } = workerData as WatchOrder; // given by our own main thread
const askingMs = 1_000;
const frames = 8;

let seen = Atomics.load(beats, 0);
let missed = 0;
const timer = setInterval(() => {
  const beat = Atomics.load(beats, 0);
  missed = beat === seen ? missed + 1 : 0;
  seen = beat;
  if (missed < ticksOfPatience) return;
  clearInterval(timer);
  void whereMainThreadIs().then(end);
}, tickMs);

/** Asks the engine where the main thread is; it answers between two steps of JavaScript, but not out of native code. */
async function whereMainThreadIs(): Promise<string[]> {
  const session = new Session();
  try {
    session.connectToMainThread();
    return await new Promise((done) => {
      setTimeout(done, askingMs, []);
      const files = new Map<string, string>();
      session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
      session.on('Debugger.paused', ({ params }) =>
        done(
          params.callFrames.slice(0, frames).map(({ functionName, location }) => {
            const place = `${files.get(location.scriptId) ?? ''}:${location.lineNumber + 1}`;
            return `${functionName || '(anonymous)'} (${place})`;
          }),
        ),
      );
      session.post('Debugger.enable', () => session.post('Debugger.pause'));
    });
  } catch {
    return []; // another debugger is there already; the end must come all the same
  }
}

function end(where: string[]): void {
  // A main thread that came back meanwhile is not ended.
  if (Atomics.load(beats, 0) !== seen) process.exit();
  const seconds = Math.round((tickMs * ticksOfPatience) / 100) / 10;
  const note: StallNote = { endedAt: new Date().toISOString(), seconds, where };
  const place = where.length === 0 ? ' in native code' : `:\n    at ${where.join('\n    at ')}`;
  writeSync(2, `The server's event loop stood still for ${seconds} s, so its process is ended${place}\n`);
  try {
    writeFileSync(noteFile, JSON.stringify(note), { mode: 0o600 });
  } catch (error) {
    writeSync(2, `The note for the next start could not be written: ${String(error)}\n`);
  }
  process.kill(process.pid, 'SIGKILL');
}
