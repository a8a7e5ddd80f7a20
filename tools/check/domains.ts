import { glob, readFile } from 'node:fs/promises';
import { importPattern, isOfTests, type Violation } from './boundaries.ts';

const folder = 'apps/server/src/domains';
const fewestDomains = 15;

/** The list of all domains, and who may know it. Everybody else is given the domains, or one of their services. */
const registry = `${folder}/registry.ts`;
const knowRegistry: Record<string, string> = {
  'apps/server/src/wire.ts': 'starts the domains',
  'apps/server/src/server.ts': 'takes all domains where it is told no others',
  'apps/server/src/api/http.ts': 'serves the routes of all domains where it is told no others',
  'apps/server/src/api/schema.ts': 'serves the fields of all domains where it is told no others',
  'apps/server/src/domains/backups/backup-main.ts': 'is a process of its own, which knows all migrations',
  'apps/server/src/domains/backups/restore-main.ts': 'is a process of its own, which knows all migrations',
};

interface Reach {
  file: string;
  /** Undefined outside of the domains. */
  from: string | undefined;
  to: string;
  /** Below the folder of the imported domain. */
  target: string;
}

const domainOf = (path: string) => new RegExp(`^/?${folder}/([^/]+)/(.+)$`).exec(path);

const targetsOf = (file: string, text: string): string[] =>
  [...text.matchAll(importPattern)].flatMap(([, spec = '']) =>
    spec.startsWith('.') ? [new URL(spec, `file:///${file}`).pathname.slice(1)] : [],
  );

function reachesOf(file: string, text: string): Reach[] {
  const from = domainOf(file)?.[1];
  return targetsOf(file, text).flatMap((path) => {
    const [, to, target] = domainOf(path) ?? [];
    return to === undefined || target === undefined || to === from ? [] : [{ file, from, to, target }];
  });
}

function faultOf({ file, from, to, target }: Reach, declared: ReadonlyMap<string, readonly string[]>) {
  if (from === undefined) {
    if (file === registry && target === 'domain.ts') return undefined;
    return `reaches into the domain ${to} (${target}): say what it needs as a type of its own and be given it, or move what is shared out of the domain`;
  }
  if (target !== 'index.ts') {
    return `imports ${target} of the domain ${to}: take it from its front door, ${to}/index.ts`;
  }
  if (declared.get(from)?.includes(to)) return undefined;
  return `imports the domain ${to}, which buildsOn in ${from}/domain.ts does not name`;
}

function registryFault(file: string, text: string): string | undefined {
  const isListed = file in knowRegistry;
  if (isListed === targetsOf(file, text).includes(registry)) return undefined;
  return isListed
    ? 'does not import the registry of the domains any more: take it out of the list in tools/check/domains.ts'
    : 'imports the registry of the domains: be given the domains or a service, or give your reason in tools/check/domains.ts';
}

/** Domains that a definition names although no file of its own imports them. */
function unusedNames(
  declared: ReadonlyMap<string, readonly string[]>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): Violation[] {
  return [...declared].flatMap(([name, listed]) =>
    listed
      .filter((other) => !edges.get(name)?.has(other))
      .map((other) => ({
        file: `${folder}/${name}/domain.ts`,
        message: `names ${other} in buildsOn, which none of its files imports`,
      })),
  );
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

/**
 * What is wrong with how domains are used, by one another and by everybody else. `files`: paths from the project's folder,
 * and their text.
 */
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
    if (isOfTests(file)) continue;
    for (const reach of reachesOf(file, text)) {
      if (reach.from !== undefined) edges.set(reach.from, (edges.get(reach.from) ?? new Set()).add(reach.to));
      const message = faultOf(reach, declared);
      if (message !== undefined) violations.push({ file, message });
    }
    const message = registryFault(file, text);
    if (message !== undefined) violations.push({ file, message });
  }
  violations.push(...unusedNames(declared, edges));
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
    if (isOfTests(file)) continue;
    const targets = targetsOf(file, text).filter(
      (target) => !(oneTree.includes(file) && oneTree.includes(target)),
    );
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

const product = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'];
const beside = ['bench/**/*.ts', 'demo/**/*.ts', 'tools/**/*.ts'];

/** Reads the files of server, console and packages, and of what is built and measured with them; `root` is the project's folder. */
export async function checkDomains(root: string): Promise<Violation[]> {
  const files = new Map<string, string>();
  for await (const file of glob([...product, ...beside], { cwd: root })) {
    files.set(file, await readFile(`${root}/${file}`, 'utf8'));
  }
  const count = [...files.keys()].filter((file) => domainOf(file)?.[2] === 'domain.ts').length;
  if (count >= fewestDomains) return [...domainFaults(files), ...fileCircleFaults(files)];
  return [{ file: folder, message: `holds only ${count} domains; the check itself is broken` }];
}
