import { glob, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { childrenOf, namesOf, parseSource, withoutTypes, type Node } from '../requirements/reading/syntax.ts';
import type { Violation } from './boundaries.ts';

/**
 * Every route is in the console's first file, with all that its options take. Its screen is not: the bundler cuts these
 * options out, with what only they take, and the browser loads them with the screen.
 */
const cutOut: readonly string[] = ['component', 'errorComponent', 'notFoundComponent'];
/** Stands in the first file, because it shows while the rest is loaded. What is small and of no feature may be in it. */
const standIn = 'pendingComponent';
const isControl = (file: string) => file.startsWith('apps/web/src/ui/');

interface Taken {
  /** Of the route, such as `validateSearch`. */
  option: string;
  /** What the option imports, as written. */
  target: string;
}

/** Names that run when the node does, roughly: properties of the same name count as well. */
function namesUsedIn(node: Node): string[] {
  const value = withoutTypes(node);
  if (value === undefined) return [];
  if (value.type === 'Identifier' || value.type === 'JSXIdentifier') return [value.name];
  if (value.type === 'MemberExpression' && !value.computed) return namesUsedIn(value.object);
  if (value.type === 'Property' && !value.computed) return namesUsedIn(value.value);
  return childrenOf(value).flatMap(namesUsedIn);
}

/** The declarations of a file by name, and what else runs in it. */
function readFileParts(file: string, text: string) {
  const imports = new Map<string, string>();
  const declared = new Map<string, Node>();
  const running: Node[] = [];
  for (const statement of parseSource(file, text).body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind === 'type') continue;
      for (const part of statement.specifiers)
        if (part.type !== 'ImportSpecifier' || part.importKind !== 'type')
          imports.set(part.local.name, statement.source.value);
      continue;
    }
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration
        ? statement.declaration
        : statement;
    if (declaration.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations)
        if (init) for (const name of namesOf(id)) declared.set(name, init);
    } else if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
      if (declaration.id) declared.set(declaration.id.name, declaration);
    } else if (!declaration.type.startsWith('TS')) running.push(declaration);
  }
  return { imports, declared, running };
}

/** The options of `createFileRoute('/path')({ … })`. */
function optionsOf(route: Node | undefined): Node[] {
  const [options] = route?.type === 'CallExpression' ? route.arguments : [];
  return options?.type === 'ObjectExpression' ? options.properties : [];
}

/** What the options of a route import that stay in the console's first file. `file`: from the project's folder. */
function takenByOptions(file: string, text: string): Taken[] {
  const { imports, declared, running } = readFileParts(file, text);
  const taken: Taken[] = [];
  function follow(option: string, start: Node) {
    const seen = new Set<string>();
    const waiting = namesUsedIn(start);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const target = imports.get(name);
      if (target !== undefined) taken.push({ option, target });
      const declaration = declared.get(name);
      if (declaration !== undefined) waiting.push(...namesUsedIn(declaration));
    }
  }
  for (const option of optionsOf(declared.get('Route'))) {
    const name = option.type === 'Property' && option.key.type === 'Identifier' ? option.key.name : '…';
    if (!cutOut.includes(name)) follow(name, option);
  }
  for (const statement of running) follow('a statement beside the route', statement);
  return taken;
}

/** What a file takes or passes on when it loads; types and what it takes later are left out. */
function loadedWith(file: string, text: string): string[] {
  return parseSource(file, text).body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') {
      const isOfTypes =
        statement.importKind === 'type' ||
        (statement.specifiers.length > 0 &&
          statement.specifiers.every(
            (part) => part.type === 'ImportSpecifier' && part.importKind === 'type',
          ));
      return isOfTypes ? [] : [statement.source.value];
    }
    const isPassedOn =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration';
    return isPassedOn && statement.source && statement.exportKind !== 'type' ? [statement.source.value] : [];
  });
}

/** `a.ts → b.tsx`, the shortest way from a file to one that is drawn; undefined where there is none. */
function wayToScreen(start: string, textOf: (file: string) => string | undefined): string[] | undefined {
  const seen = new Set([start]);
  const ways = [[start]];
  for (const way of ways) {
    const file = way.at(-1)!;
    if (file.endsWith('.tsx')) return way;
    for (const target of loadedWith(file, textOf(file) ?? '')) {
      const next = placeOf(file, target);
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

const placeOf = (from: string, target: string) =>
  target.startsWith('.') ? posix.join(posix.dirname(from), target) : undefined;

/** Imports through which a screen would be in the console's first file. `texts`: sources of the console by their path. */
export function routeFaults(file: string, texts: ReadonlyMap<string, string>): Violation[] {
  const messages = takenByOptions(file, texts.get(file) ?? '').flatMap(({ option, target }) => {
    const place = placeOf(file, target);
    if (place === undefined || (option === standIn && isControl(place))) return [];
    const way = wayToScreen(place, (each) => texts.get(each));
    if (way === undefined) return [];
    const cost = 'which every visitor would load before the first screen';
    return [
      `takes ${way.join(' → ')} for ${option}, ${cost}: move what ${option} needs to a .ts file of its own`,
    ];
  });
  return [...new Set(messages)].map((message) => ({ file, message }));
}

/** Reads every route of the console. `root` is the project's folder. */
export async function checkRouteImports(root: string): Promise<Violation[]> {
  const texts = new Map<string, string>();
  for await (const file of glob('apps/web/src/**/*.{ts,tsx}', { cwd: root }))
    texts.set(file, await readFile(`${root}/${file}`, 'utf8'));
  const routes = [...texts.keys()].filter((file) => /^apps\/web\/src\/routes\/(?!.*\.test\.)/.test(file));
  if (routes.length < 30)
    return [{ file: root, message: `only ${routes.length} routes were read; the check itself is broken` }];
  return routes.flatMap((file) => routeFaults(file, texts));
}
