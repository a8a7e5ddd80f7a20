import { glob, readFile } from 'node:fs/promises';
import { importPattern, type Violation } from './boundaries.ts';

const folder = 'apps/server/src/domains';
const fewestDomains = 15;

interface Reach {
  file: string;
  from: string;
  to: string;
  /** Below the folder of the imported domain. */
  target: string;
}

const domainOf = (path: string) => new RegExp(`^/?${folder}/([^/]+)/(.+)$`).exec(path);
const isTest = (file: string) => /\.test\.tsx?$|\/testing[^/]*\.tsx?$/.test(file);

function reachesOf(file: string, text: string): Reach[] {
  const from = domainOf(file)?.[1];
  if (from === undefined) return [];
  return [...text.matchAll(importPattern)].flatMap(([, spec = '']) => {
    if (!spec.startsWith('.')) return [];
    const [, to, target] = domainOf(new URL(spec, `file:///${file}`).pathname) ?? [];
    return to === undefined || target === undefined || to === from ? [] : [{ file, from, to, target }];
  });
}

function faultOf({ from, to, target }: Reach, declared: ReadonlyMap<string, readonly string[]>) {
  if (target !== 'index.ts') {
    return `imports ${target} of the domain ${to}: take it from its front door, ${to}/index.ts`;
  }
  if (declared.get(from)?.includes(to)) return undefined;
  return `imports the domain ${to}, which buildsOn in ${from}/domain.ts does not name`;
}

/** The first way along `edges` that comes back to where it began; imports of types count as well. */
function circleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const isDone = new Set<string>();
  const follow = (name: string, way: string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (isDone.has(name)) return undefined;
    for (const next of edges.get(name) ?? []) {
      const circle = follow(next, [...way, name]);
      if (circle !== undefined) return circle;
    }
    isDone.add(name);
    return undefined;
  };
  for (const name of edges.keys()) {
    const circle = follow(name, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** What is wrong with how domains use one another. `files`: paths from the project's folder, and their text. */
export function domainFaults(files: ReadonlyMap<string, string>): Violation[] {
  const declared = new Map<string, readonly string[]>();
  for (const [file, text] of files) {
    const [, name, rest] = domainOf(file) ?? [];
    if (name === undefined || rest !== 'domain.ts') continue;
    const list = /buildsOn:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
    declared.set(
      name,
      [...list.matchAll(/'([^']+)'/g)].map(([, one = '']) => one),
    );
  }
  const violations: Violation[] = [];
  const edges = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    if (isTest(file)) continue;
    for (const reach of reachesOf(file, text)) {
      edges.set(reach.from, (edges.get(reach.from) ?? new Set()).add(reach.to));
      const message = faultOf(reach, declared);
      if (message !== undefined) violations.push({ file, message });
    }
  }
  const circle = circleIn(edges);
  if (circle !== undefined) {
    violations.push({
      file: folder,
      message: `has domains that import one another in a circle: ${circle.join(' → ')}`,
    });
  }
  return violations;
}

/** Types that hold one another; no file of its own could hold what both need. */
const oneTree = ['packages/query/src/ir/expression.ts', 'packages/query/src/ir/relation.ts'];

/** Circles of the files of server, console and packages, of types too. One is named at a time. */
export function fileCircleFaults(files: ReadonlyMap<string, string>): Violation[] {
  const edges = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    if (isTest(file)) continue;
    const targets = [...text.matchAll(importPattern)]
      .filter(([, spec = '']) => spec.startsWith('.'))
      .map(([, spec = '']) => new URL(spec, `file:///${file}`).pathname.slice(1))
      .filter((target) => !(oneTree.includes(file) && oneTree.includes(target)));
    edges.set(file, new Set(targets));
  }
  const circle = circleIn(edges);
  if (circle?.[0] === undefined) return [];
  return [
    {
      file: circle[0],
      message: `is in a circle of imports: ${circle.join(' → ')}. Move what both need to a file of its own.`,
    },
  ];
}

/** Reads the files of server, console and packages; `root` is the project's folder. */
export async function checkDomains(root: string): Promise<Violation[]> {
  const files = new Map<string, string>();
  for await (const file of glob(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })) {
    files.set(file, await readFile(`${root}/${file}`, 'utf8'));
  }
  const count = [...files.keys()].filter((file) => domainOf(file)?.[2] === 'domain.ts').length;
  if (count >= fewestDomains) return [...domainFaults(files), ...fileCircleFaults(files)];
  return [{ file: folder, message: `holds only ${count} domains; the check itself is broken` }];
}
