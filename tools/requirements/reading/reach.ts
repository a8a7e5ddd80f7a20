import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import * as z from 'zod';
import { rootPrograms } from './programs.ts';
import { newThing, type Call, type Statement, type Thing } from './names.ts';
import { readModule, type Hooks, type ModuleReading, type TestReading } from './read-module.ts';

/** What the asserted values of a test come from, through functions and variables of its file and through the helpers of tests that it imports. */
export interface Reach {
  /** `packages/lake/src/lake.ts#openLake`, `playwright-core#chromium`; of a module as a whole `…#*`. */
  names: ReadonlySet<string>;
  /** Of `rootPrograms`, those that are started. */
  programs: ReadonlySet<string>;
  /** What the test does at all, whatever it asserts. */
  shown: { names: ReadonlySet<string>; globals: ReadonlySet<string> };
  asserts: boolean;
}

/** What was found on the way from some things. */
interface Found {
  names: Set<string>;
  globals: Set<string>;
  texts: Set<string>;
  calls: { from: string; call: Call }[];
  seen: Set<Thing>;
  asserts: boolean;
}
const nothing = (): Found => ({
  names: new Set(),
  globals: new Set(),
  texts: new Set(),
  calls: [],
  seen: new Set(),
  asserts: false,
});

/** Files whose insides count as the test's own. Of the product itself only the name that was taken matters. */
const isHelper = (file: string) => /\.test\.tsx?$|(?:^|\/)testing(?:[-/.]|$)|-testing\.ts$|^e2e\//.test(file);
const Manifest = z.object({ exports: z.record(z.string(), z.string()).default({}) });

const allOf = (hooks: Hooks | undefined): Thing[] =>
  hooks === undefined ? [] : [...hooks.own, ...allOf(hooks.outer)];

export interface Project {
  read(file: string): ModuleReading;
  reachOf(file: string, test: Pick<TestReading, 'body' | 'hooks'>): Reach;
}

/** `root`: the project's folder. Files are named from there. `readText`: for tests of this. */
export function openProject(
  root: string,
  readText = (file: string): string | undefined =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined,
): Project {
  const readings = new Map<string, ModuleReading>();
  const manifests = new Map<string, Record<string, string>>();

  function read(file: string): ModuleReading {
    const known = readings.get(file);
    if (known !== undefined) return known;
    const reading = readModule(file, readText(file) ?? '');
    readings.set(file, reading);
    return reading;
  }

  function exportsOf(folder: string): Record<string, string> {
    const known = manifests.get(folder);
    if (known !== undefined) return known;
    const text = readText(`${folder}/package.json`);
    const { exports } = Manifest.parse(text === undefined ? {} : JSON.parse(text));
    manifests.set(folder, exports);
    return exports;
  }

  /** The file of ours that is meant, or the name of a package of others. */
  function locate(from: string, file: string): string {
    if (from.startsWith('.')) return join(dirname(file), from);
    const [, name, below = ''] = /^@margay\/([^/]+)(.*)$/.exec(from) ?? [];
    if (name === undefined) return from;
    for (const folder of [`packages/${name}`, `apps/${name}`]) {
      const target = exportsOf(folder)[`.${below}`];
      if (target !== undefined) return join(folder, target);
    }
    return from;
  }

  const isOurs = (file: string) => /\.tsx?$/.test(file) && readText(file) !== undefined;

  /** Where something is defined that a module gives to others, however many modules pass it on. */
  function definition(file: string, name: string, seen = new Set<string>()): { file: string; thing?: Thing } {
    if (!isOurs(file) || seen.has(file)) return { file };
    seen.add(file);
    const { exports, passedOn } = read(file);
    const thing = exports.get(name);
    if (thing !== undefined) {
      const [only] = thing.imports.values();
      if (thing.uses.size === 0 && thing.imports.size === 1 && only !== undefined)
        return definition(locate(only.from, file), only.name, seen);
      return { file, thing };
    }
    for (const from of passedOn) {
      const found = definition(locate(from, file), name, seen);
      if (found.thing !== undefined) return found;
    }
    return { file };
  }

  /** All that is used from here on: adds to `found`, and to `seen` what was followed. */
  function follow(from: string, one: Thing, found: Found): void {
    const { seen, names, globals, texts } = found;
    if (seen.has(one)) return;
    seen.add(one);
    found.asserts ||= one.asserts;
    for (const name of one.globals) globals.add(name);
    for (const text of one.texts) texts.add(text);
    for (const call of one.calls) found.calls.push({ from, call });
    for (const used of one.uses) follow(from, used, found);
    for (const { from: source, name } of one.imports.values()) {
      const there = definition(locate(source, from), name);
      names.add(`${there.file}#${name}`);
      if (!isHelper(there.file) || !isOurs(there.file)) continue;
      if (there.thing !== undefined) follow(there.file, there.thing, found);
      // The whole of a helper: each thing it gives.
      else if (name === '*')
        for (const given of read(there.file).exports.values()) follow(there.file, given, found);
    }
  }

  const foundFrom = (from: string, ...things: Thing[]): Found => {
    const found = nothing();
    for (const one of things) follow(from, one, found);
    return found;
  };

  /** What the assertions of a statement look at; where a function it calls asserts, all that stands in it. */
  function lookedAtIn(file: string, { all, looks }: Statement): Thing[] {
    const asserting = looks.filter(({ asserts }) => asserts);
    const [helped] = [...all.uses, ...helpersOf(all)].filter((used) => foundFrom(file, used).asserts);
    return helped === undefined ? asserting : [all];
  }

  /** One thing for each import, so that each can be followed alone. */
  const helpersOf = ({ imports }: Thing): Thing[] =>
    [...imports].map(([name, from]) => ({ ...newThing(), imports: new Map([[name, from]]) }));

  /** What the asserted values come from: through variables and functions, and through statements and hooks that do something with these. */
  function originOf(file: string, { body, hooks }: Pick<TestReading, 'body' | 'hooks'>): Found {
    const found = foundFrom(file, ...body.statements.flatMap((statement) => lookedAtIn(file, statement)));
    const waiting = new Set([...body.statements.map(({ all }) => all), ...allOf(hooks)]);
    const isJoined = (part: Thing) =>
      [...part.uses].some((used) => used.imports.size === 0 && found.seen.has(used));
    for (let next = [...waiting].find(isJoined); next !== undefined; next = [...waiting].find(isJoined)) {
      waiting.delete(next);
      follow(file, next, found);
    }
    return found;
  }

  /** Programs in the texts that a call which starts a process is given. */
  function programsIn({ calls, names, texts }: Found): Set<string> {
    const wanted = rootPrograms.filter((program) => texts.has(program));
    const isStarting = ({ names: some }: Found) =>
      [...some].some((name) => name.startsWith('node:child_process#'));
    if (wanted.length === 0 || ![...names].some((name) => name.startsWith('node:child_process#')))
      return new Set();
    const starts = calls.filter(({ from, call }) => isStarting(foundFrom(from, call.callee)));
    const given = starts.map(({ from, call }) => foundFrom(from, call.args).texts);
    return new Set(wanted.filter((program) => given.some((some) => some.has(program))));
  }

  function reachOf(file: string, test: Pick<TestReading, 'body' | 'hooks'>): Reach {
    const whole = foundFrom(file, test.body);
    const origin = originOf(file, test);
    return {
      names: origin.names,
      programs: programsIn(origin),
      // What a page shows is seldom handed to the assertion; it looks at the page.
      shown: { names: whole.names, globals: whole.globals },
      asserts: whole.asserts,
    };
  }

  return { read, reachOf };
}
