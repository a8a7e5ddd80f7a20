import { describe, expect, it } from 'vitest';
import { eventMethods } from './event-methods.ts';
import { outlineOf } from './read/outline.ts';
import { readTokens } from './read/tokens.ts';
import { runtimeModules } from './runtime-modules.ts';

const sources = import.meta.glob<string>(
  [
    '../../../../../packages/detect/python/modules/**/*.py',
    '../../../../../packages/detect/python/margay/{event,views}.py',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const modules = Object.entries(sources).flatMap(([path, text]) => {
  const [, file] = path.split('/python/modules/');
  const name = file
    ?.replace(/\.py$/, '')
    .replaceAll('/', '.')
    .replace(/\.__init__$/, '');
  return name === undefined ? [] : [{ name, functions: outlineOf(text, readTokens(text)).functions }];
});
const firstArgument = (signature: string) => /\w+/.exec(signature)?.[0];

describe('runtimeModules', () => {
  it('are the modules the runtime has', () => {
    expect(modules.length).toBeGreaterThan(15);
    expect(runtimeModules.map(({ name }) => name).toSorted()).toEqual(
      modules.map(({ name }) => name).toSorted(),
    );
  });
  it('offer functions that are there, with their arguments', () => {
    for (const { name, functions } of modules) {
      const offered = runtimeModules.find((module) => module.name === name)?.functions ?? [];
      for (const entry of offered) {
        const real = functions.find((known) => known.name === entry.name);
        // Classes, and what a module only passes on, are not in its outline.
        if (real)
          expect(firstArgument(entry.signature), `${name} ${entry.name}`).toBe(firstArgument(real.signature));
      }
    }
  });
});

describe('eventMethods', () => {
  it('have the signatures of the runtime', () => {
    const runtime = Object.entries(sources).filter(([path]) => path.includes('/margay/'));
    const spelled = runtime
      .map(([, text]) => text)
      .join('\n')
      .replaceAll("'", '"');
    for (const { name, parameters } of eventMethods) {
      if (['items', 'keys', 'values'].includes(name)) continue;
      expect(spelled).toContain(`def ${name}(${['self', ...parameters].join(', ')}):`);
    }
  });
});
