import { readdir, readFile, readlink } from 'node:fs/promises';

/** States of a socket in /proc/net/tcp (Linux, include/net/tcp_states.h). */
const listening = '0A';

/** Ports on which a process and all those that it started listen, whatever the address; Linux only. */
export async function listeningPorts(pid: number): Promise<number[]> {
  const ports = new Map<string, number>();
  for (const table of ['tcp', 'tcp6']) {
    const lines = (await readFile(`/proc/${pid}/net/${table}`, 'utf8')).split('\n').slice(1);
    for (const line of lines) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state === listening) ports.set(inode, Number.parseInt(local.split(':')[1] ?? '', 16));
    }
  }
  const found = new Set<number>();
  for (const process of await familyOf(pid))
    for (const inode of await socketsOf(process)) {
      const port = ports.get(inode);
      if (port !== undefined) found.add(port);
    }
  return [...found];
}

async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, parent] = /\) \S (\d+)/.exec(stat) ?? [];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

async function socketsOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
