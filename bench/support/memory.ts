import { readdir, readFile } from 'node:fs/promises';

/** Resident memory in bytes of all processes whose environment names this data folder, and of their children (Linux). */
export async function memoryOf(dataDir: string): Promise<number> {
  let total = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const commandOrParent = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!commandOrParent.includes(dataDir)) continue;
    total += await residentOf(pid);
    for (const child of await childrenOf(pid)) total += await residentOf(child);
  }
  return total;
}

/** What one process holds alone, and its share of what it holds with others. */
export async function residentOf(pid: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024;
}

async function childrenOf(pid: string): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean);
}
