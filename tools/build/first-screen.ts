import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { gzipped } from './compress.ts';
import { heavyParts, type ModuleGraph } from './heavy-parts.ts';

/** What a browser loads before it can draw one screen. Bytes are compressed, as every browser takes them. */
export interface ScreenSize {
  scripts: { count: number; bytes: number };
  styleSheets: { count: number; bytes: number };
}

export interface FirstScreenOptions {
  /** Screens by name, each with the ends of the modules that are loaded for it besides the console's first file. */
  screens: Readonly<Record<string, readonly string[]>>;
  /**
   * Which of them no more scripts may be loaded for than that, in bytes. `trunk`: the ends of the modules in which it comes
   * together, in the order in which what they import is told.
   */
  limit: { screen: string; bytes: number; trunk: readonly string[] };
  /** From here on names in messages are given. */
  root: string;
  /** `excess`: what is wrong and what it comes from, where that is too much. */
  onMeasured: (sizes: Record<string, ScreenSize>, excess: string | undefined) => void;
}

/** Thousand bytes, to a tenth. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Chunks that load with some, themselves included. */
function withImports(bundle: Rolldown.OutputBundle, starts: readonly string[]): Rolldown.OutputChunk[] {
  const found = new Map<string, Rolldown.OutputChunk>();
  const waiting = [...starts];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = bundle[name];
    if (file?.type !== 'chunk' || found.has(name)) continue;
    found.set(name, file);
    waiting.push(...file.imports);
  }
  return [...found.values()];
}

function sizeOf(bundle: Rolldown.OutputBundle, chunks: readonly Rolldown.OutputChunk[]): ScreenSize {
  const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  // Scripts that the page names and no module takes.
  const besides = Object.values(bundle).filter(
    (file) => file.type === 'asset' && file.fileName.endsWith('.js'),
  );
  const bytesOf = (files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset | undefined)[]) =>
    files.reduce(
      (sum, file) => sum + (file ? gzipped(file.type === 'chunk' ? file.code : file.source).length : 0),
      0,
    );
  return {
    scripts: { count: chunks.length + besides.length, bytes: bytesOf([...chunks, ...besides]) },
    styleSheets: { count: styles.size, bytes: bytesOf([...styles].map((name) => bundle[name])) },
  };
}

/** Packages count as one module: who reads the message cannot change what is inside. */
const nodeOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? id;

function graphOf(context: Rolldown.PluginContext, chunks: readonly Rolldown.OutputChunk[]): ModuleGraph {
  const graph = new Map<string, { bytes: number; imports: string[] }>();
  for (const chunk of chunks) {
    const modules = Object.entries(chunk.modules);
    const written = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
    // A module alone has no compressed size; it gets its share.
    const share = written === 0 ? 0 : gzipped(chunk.code).length / written;
    for (const [id, { renderedLength }] of modules) {
      const node = graph.get(nodeOf(id)) ?? { bytes: 0, imports: [] };
      node.bytes += renderedLength * share;
      graph.set(nodeOf(id), node);
    }
  }
  for (const id of context.getModuleIds()) {
    const node = graph.get(nodeOf(id)) ?? { bytes: 0, imports: [] };
    node.imports.push(...(context.getModuleInfo(id)?.importedIds ?? []).map(nodeOf));
    graph.set(nodeOf(id), node);
  }
  return graph;
}

interface Measured {
  name: string;
  chunks: Rolldown.OutputChunk[];
  size: ScreenSize;
}

function measured(bundle: Rolldown.OutputBundle, name: string, ends: readonly string[]): Measured {
  const all = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = ends.map((end) => {
    const chunk = all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)));
    if (chunk === undefined) throw new Error(`No script holds ${end}, which the screen "${name}" loads.`);
    return chunk;
  });
  const starts = [...all.filter(({ isEntry }) => isEntry), ...own];
  const chunks = withImports(
    bundle,
    starts.map(({ fileName }) => fileName),
  );
  return { name, chunks, size: sizeOf(bundle, chunks) };
}

/** Measures what the first screens load when the console is built, and says what brings the most where that is too much. */
export function firstScreen({ screens, limit, root, onMeasured }: FirstScreenOptions): Plugin {
  const shown = (id: string) => (id.startsWith('/') ? relative(root, id) : id.replaceAll('\0', ''));
  function excessOf(context: Rolldown.PluginContext, { name, chunks, size }: Measured) {
    if (size.scripts.bytes <= limit.bytes) return undefined;
    const graph = graphOf(context, chunks);
    const trunk = limit.trunk.map((end) => {
      const id = [...graph.keys()].find((each) => each.endsWith(end));
      if (id === undefined) throw new Error(`No module ends in ${end}, a part of the trunk.`);
      return id;
    });
    const parts = heavyParts(graph, trunk, 5).map(
      ({ bytes, way }) => `  ${kilobytes(bytes).padStart(9)}  ${way.map(shown).join(' → ')}`,
    );
    return [
      `Before "${name}" shows, a browser would load ${kilobytes(size.scripts.bytes)} of scripts, compressed; at most ${kilobytes(limit.bytes)} are allowed.`,
      'What brings the most, and the imports that lead there:',
      ...parts,
      'Load with import() what the screen can be drawn without, or leave it out.',
    ].join('\n');
  }
  return {
    name: 'margay:first-screen',
    apply: 'build',
    writeBundle(_options, bundle) {
      const sizes = Object.entries(screens).map(([name, ends]) => measured(bundle, name, ends));
      const limited = sizes.find(({ name }) => name === limit.screen);
      if (limited === undefined) throw new Error(`No screen is called ${limit.screen}.`);
      onMeasured(Object.fromEntries(sizes.map(({ name, size }) => [name, size])), excessOf(this, limited));
    },
  };
}
