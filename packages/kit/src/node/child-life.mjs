// Ties the processes of one run together, whichever of them is told to stop. Runs on the host's own Node too, so plain
// JavaScript without dependencies. What the functions promise is in child-life.d.mts.
import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal sends Ctrl-C to every process of the run, and each passes it on: what comes this soon is the same wish. */
const sameWishMs = 1_000;
const parentLookMs = 500;

export function onEndWanted(onStop, onHurry, { watchesParent = false } = {}) {
  let askedAt;
  const stop = (reason) => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      onStop(reason);
    } else if (reason !== 'orphaned' && performance.now() - askedAt > sameWishMs) onHurry();
  };
  for (const signal of signals) process.on(signal, stop);
  // The channel of our own parent closes with it, even when it was killed.
  if (process.connected) {
    process.once('disconnect', () => stop('orphaned'));
    process.channel?.unref();
  }
  if (watchesParent) {
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      stop('orphaned');
    }, parentLookMs);
    look.unref();
  }
}

export function startChild(command, args, { deadlineMs, onMessage, ...options }) {
  const child = spawn(command, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A child that looks after its own end needs no orders through the channel; it only has to see it close.
  child.on('message', (message) => onMessage?.(message));
  const ended = new Promise((done) => {
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      done(1);
    });
    child.once('exit', (code, signal) => done(code ?? signalCodes[signal] ?? 1));
  });
  return {
    ended,
    pid: child.pid,
    kill: () => void child.kill('SIGKILL'),
    end(reason) {
      child.kill(reason === 'orphaned' ? 'SIGTERM' : reason);
      setTimeout(() => child.kill('SIGKILL'), deadlineMs).unref();
    },
  };
}

/** As shells count. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };
