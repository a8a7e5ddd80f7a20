import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

export interface FileToCopy {
  /** Below both folders, with `/`. */
  path: string;
  bytes: number;
}

export interface CopiedFile extends FileToCopy {
  sha256: string;
}

const pieceBytes = 1024 * 1024;
const atOnce = 8;

export interface Tree {
  folders: string[];
  files: FileToCopy[];
}

/** Every folder and file below a folder. */
export async function treeBelow(folder: string): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name);
    const path = relative(folder, place);
    if (entry.isDirectory()) tree.folders.push(path);
    else if (entry.isFile()) tree.files.push({ path, bytes: (await stat(place)).size });
  }
  return tree;
}

async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  // A link that took the place of a file meanwhile is not followed.
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, (await source.stat()).size)));
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await source.read(piece, 0, piece.length, bytes);
        if (bytesRead === 0) break;
        const read = piece.subarray(0, bytesRead);
        hash.update(read);
        for (let done = 0; done < bytesRead;) done += (await target.write(read, done)).bytesWritten;
        bytes += bytesRead;
      }
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function several<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const one = async () => {
    for (const item of waiting) await work(item);
  };
  const done = await Promise.allSettled(Array.from({ length: atOnce }, one));
  for (const result of done) if (result.status === 'rejected') throw result.reason;
}

/**
 * Copies files from folder to folder, each with its SHA-256; on the disk, names too, when it resolves. `onCopied` is called
 * after each file.
 */
export async function copyFiles(
  from: string,
  to: string,
  tree: Tree,
  onCopied: (file: CopiedFile) => void,
): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = [];
  const folders = [to, ...tree.folders.map((path) => join(to, path))];
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await several(tree.files, async ({ path }) => {
    const file = { path, ...(await copyFile(join(from, path), join(to, path))) };
    copied.push(file);
    onCopied(file);
  });
  // Only now: synced one by one while they are written, many small files take several times as long.
  await several(
    tree.files.map(({ path }) => join(to, path)),
    sync,
  );
  await several(folders, sync);
  return copied;
}
