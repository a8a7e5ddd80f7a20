import { readdir, readFile } from 'node:fs/promises';

/** What a process holds, in bytes. */
export interface ProcessMemory {
  pid: number;
  command: string;
  /** What it holds alone, and its share of what it holds with others. */
  proportional: number;
  /** All it holds, shared or not. */
  resident: number;
}

/** Every process whose environment names this data folder, and its children, which may have another one (Linux). */
export async function memoryOf(dataDir: string): Promise<ProcessMemory[]> {
  const found = new Set<string>();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.includes(dataDir)) continue;
    found.add(pid);
    for (const child of await childrenOf(pid)) found.add(child);
  }
  return Promise.all([...found].map(memoryOfProcess));
}

/** What one process holds alone, and its share of what it holds with others. */
export async function residentOf(pid: string): Promise<number> {
  return (await memoryOfProcess(pid)).proportional;
}

async function memoryOfProcess(pid: string): Promise<ProcessMemory> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const text = await read('smaps_rollup');
  const bytesOf = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024;
  return {
    pid: Number(pid),
    command: (await read('cmdline')).replaceAll('\0', ' ').slice(0, 100),
    proportional: bytesOf('Pss'),
    resident: bytesOf('Rss'),
  };
}

async function childrenOf(pid: string): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean);
}
