import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import * as z from 'zod';
import type { Thing } from './names.ts';
import { readModule, type Hooks, type ModuleReading, type TestReading } from './read-module.ts';

/** What a test gets to, through functions and variables of its file and through the helpers of tests that it imports. */
export interface Reach {
  /** `packages/lake/src/lake.ts#openLake`, `playwright-core#chromium`; of a module as a whole `…#*`. */
  names: ReadonlySet<string>;
  globals: ReadonlySet<string>;
  texts: ReadonlySet<string>;
  asserts: boolean;
}

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

  function reachOf(file: string, { body, hooks }: Pick<TestReading, 'body' | 'hooks'>): Reach {
    const names = new Set<string>();
    const globals = new Set<string>();
    const texts = new Set<string>();
    let asserts = false;
    const seen = new Set<Thing>();
    const follow = (from: string, one: Thing) => {
      if (seen.has(one)) return;
      seen.add(one);
      asserts ||= one.asserts;
      for (const name of one.globals) globals.add(name);
      for (const text of one.texts) texts.add(text);
      for (const used of one.uses) follow(from, used);
      for (const { from: source, name } of one.imports.values()) {
        const found = definition(locate(source, from), name);
        names.add(`${found.file}#${name}`);
        if (!isHelper(found.file) || !isOurs(found.file)) continue;
        if (found.thing !== undefined) follow(found.file, found.thing);
        // The whole of a helper: each thing it gives.
        else if (name === '*')
          for (const given of read(found.file).exports.values()) follow(found.file, given);
      }
    };
    follow(file, body);
    // What stands in a hook is no assertion of the test.
    const bodyAsserts = asserts;
    const waiting = new Set(allOf(hooks));
    let isMore = true;
    while (isMore) {
      isMore = false;
      for (const hook of waiting) {
        // A hook that does something with what the test uses, as opening a page of the server in the test's browser.
        if (![...hook.uses].some((used) => used.imports.size === 0 && seen.has(used))) continue;
        waiting.delete(hook);
        follow(file, hook);
        isMore = true;
      }
    }
    return { names, globals, texts, asserts: bodyAsserts };
  }

  return { read, reachOf };
}
