import { startClickhouseFront } from '@margay/lake/testing';

/** A process that serves the embedded engine as a ClickHouse server, for others to share. It prints where. */
const front = await startClickhouseFront();
console.log(`lake at ${front.url}`);
process.once('SIGTERM', () => void front.close().then(() => process.exit(0)));
// Nobody is left behind when the test ends in whatever way.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
