import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What an interpreter is made of. */
export interface RuntimeFiles {
  pyodideFolder: string;
  pyodideUrl: string;
  childFolder: string;
  childEntry: string;
  /** Dotted module name to source text; packages end in `.__init__`. */
  sources: Record<string, string>;
  bootstrap: string;
  glue: string;
  /** Changes with the interpreter, the engine under it and our own files. */
  fingerprint: string;
}

export function readRuntimeFiles(): RuntimeFiles {
  const require = createRequire(import.meta.url);
  const pyodideFolder = realpathSync(path.dirname(require.resolve('pyodide/package.json')));
  const childFolder = realpathSync(fileURLToPath(new URL('../child/', import.meta.url)));
  const python = fileURLToPath(new URL('../../python/', import.meta.url));
  const bootstrap = readFileSync(path.join(python, 'bootstrap.py'), 'utf8');
  const glue = readFileSync(path.join(python, 'pyodide_glue.py'), 'utf8');
  const sources = {
    ...readModules(path.join(python, 'margay'), 'margay'),
    ...readModules(path.join(python, 'modules'), ''),
  };
  const hash = createHash('sha256');
  hash.update(
    JSON.stringify([versionOf(pyodideFolder), process.version, process.arch, bootstrap, glue, sources]),
  );
  return {
    pyodideFolder,
    pyodideUrl: pathToFileURL(path.join(pyodideFolder, 'pyodide.mjs')).href,
    childFolder,
    childEntry: path.join(childFolder, 'main.ts'),
    sources,
    bootstrap,
    glue,
    fingerprint: hash.digest('hex').slice(0, 32),
  };
}

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  }; // npm's own file
  return version;
}

function readModules(folder: string, prefix: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const place = path.join(folder, entry.name);
    const name = prefix === '' ? entry.name : `${prefix}.${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== '__pycache__') Object.assign(found, readModules(place, name));
    } else if (entry.name.endsWith('.py')) {
      found[name.slice(0, -'.py'.length)] = readFileSync(place, 'utf8');
    }
  }
  return found;
}
