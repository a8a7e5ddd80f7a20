/** What a file takes from another one when it runs. */
export interface Taken {
  /** As written, for instance `./a.ts` or `@margay/kit`. */
  target: string;
  /** Under their names there; undefined where it takes the whole. */
  names: string[] | undefined;
}

/** What a file offers under which name. */
export interface Offered {
  /** Declared in the file, or taken in first and then offered. */
  own: Set<string>;
  /** Passed on: the name here, and where it comes from under which name. */
  passed: Map<string, { target: string; name: string }>;
  /** `export * from`. */
  whole: string[];
}

const statement =
  /^(?<kind>import|export)\s+(?<type>type\s+)?(?<clause>[^'"`;()=]*?)\s*from\s+['"](?<target>[^'"]+)['"]/gm;
const bare = /^import\s+['"]([^'"]+)['"]/gm;
const called = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const declared =
  /^export\s+(?:default\s+)?(?:declare\s+|abstract\s+|async\s+)*(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm;
const listed = /^export\s+\{([^}]*)\}\s*;/gm;

/** The names of `{ a, type B, c as d }`: there and here. Types vanish before the file runs. */
function namesIn(list: string): { there: string; here: string }[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [there = '', here = there] = part.split(/\s+as\s+/);
      return { there, here };
    });
}

/** Imports of types are left out, and what is only passed on. The formatter writes each statement at the beginning of a line, which this relies on. */
export function takenBy(text: string): Taken[] {
  const taken: Taken[] = [];
  for (const { groups } of text.matchAll(statement)) {
    const { kind, type, clause = '', target = '' } = groups ?? {};
    if (kind === 'export' || type !== undefined) continue;
    const braces = /\{([^}]*)\}/.exec(clause)?.[1];
    const besides = clause.replace(/\{[^}]*\}/, '').replace(/[\s,]/g, '');
    if (braces === undefined)
      taken.push({ target, names: besides.startsWith('*') ? undefined : ['default'] });
    else {
      const names = namesIn(braces).map(({ there }) => there);
      if (besides !== '') names.push('default');
      if (names.length > 0) taken.push({ target, names });
    }
  }
  for (const pattern of [bare, called])
    for (const [, target = ''] of text.matchAll(pattern)) taken.push({ target, names: undefined });
  return taken;
}

export function offeredBy(text: string): Offered {
  const offered: Offered = { own: new Set(), passed: new Map(), whole: [] };
  for (const [, name = ''] of text.matchAll(declared)) offered.own.add(name);
  if (/^export\s+default\b/m.test(text)) offered.own.add('default');
  for (const [, list = ''] of text.matchAll(listed))
    for (const { here } of namesIn(list)) offered.own.add(here);
  for (const { groups } of text.matchAll(statement)) {
    const { kind, type, clause = '', target = '' } = groups ?? {};
    if (kind !== 'export' || type !== undefined) continue;
    const braces = /\{([^}]*)\}/.exec(clause)?.[1];
    if (braces === undefined) offered.whole.push(target);
    else for (const { there, here } of namesIn(braces)) offered.passed.set(here, { target, name: there });
  }
  return offered;
}

/** Everything in single quotes, outside of imports and comments, that may name a file or a folder: `new URL('./thread.ts', …)`, `join(root, 'apps/server')`. */
export function pathsIn(text: string): string[] {
  const rest = text.replaceAll(statement, '').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...rest.matchAll(/'((?:[\w@.-]+\/)*[\w@.-]+\/?)(?:\?\w+)?'/g)]
    .map(([, path = '']) => path)
    .filter((path) => /[/.]/.test(path) && !/^[./]+$/.test(path));
}

/** The patterns of files that it lists, from its own folder on: `glob('*.sql')` where it names its own folder or one above, `import.meta.glob('../*.py')`. */
export function globsIn(text: string): string[] {
  const above = [...text.matchAll(/new URL\('([./]+)', import\.meta\.url\)/g)].map(([, path = '']) => path);
  const folders = [...above, ...(text.includes('import.meta.dirname') ? ['.'] : [])];
  const calls = text.matchAll(
    /(?<web>\bimport\.meta\.)?\bglob(?:Sync)?(?:<[^>]*>)?\(\s*(?:\[(?<list>[^\]]*)\]|'(?<one>[^']*)')/g,
  );
  return [...calls].flatMap(({ groups = {} }) => {
    const { web, list, one } = groups as Record<string, string | undefined>;
    const patterns =
      one === undefined ? [...(list ?? '').matchAll(/'([^']*)'/g)].map(([, each = '']) => each) : [one];
    return web === undefined
      ? folders.flatMap((folder) => patterns.map((pattern) => `${folder.replace(/\/$/, '')}/${pattern}`))
      : patterns;
  });
}
