import { readFile } from 'node:fs/promises';

/** The most memory a process has held so far (`VmHWM` of proc(5)), in bytes; undefined where there is no /proc. */
export async function peakMemoryBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
