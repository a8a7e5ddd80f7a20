import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRouteImports, routeFaults } from './route-imports.ts';

const route = 'apps/web/src/routes/_app/things.tsx';
const feature = '../../features/things';
const inFeature = (name: string) => `apps/web/src/features/things/${name}`;

/** A route with these options and imports, and the feature it shows. */
function faultsOf(imports: string, options: string, others: Record<string, string> = {}): string[] {
  const texts = new Map(Object.entries(others).map(([name, text]) => [inFeature(name), text]));
  texts.set(
    route,
    `import { createFileRoute } from '@tanstack/react-router';
     import { List } from '${feature}/list.tsx';
     ${imports}
     export const Route = createFileRoute('/_app/things/')({ component: Screen, ${options} });
     function Screen() { return <List sorts={sorts} sections={sections} />; }`,
  );
  return routeFaults(route, texts).map(({ file, message }) => `${file} ${message}`);
}
const fault = (way: string, option: string) => [
  `${route} takes ${way} for ${option}, which every visitor would load before the first screen: move what ${option} needs to a .ts file of its own`,
];

describe('a route whose options import a screen', () => {
  it('is refused, and the import named', () =>
    expect(faultsOf(`import { sorts } from '${feature}/list.tsx';`, 'validateSearch: oneOf(sorts)')).toEqual(
      fault(inFeature('list.tsx'), 'validateSearch'),
    ));

  it('is refused through a declaration of the route file', () =>
    expect(
      faultsOf(
        `import { sorts } from '${feature}/list.tsx';
         const choices = { by: sorts };
         function readParams(text: string) { return choices.by.find((sort) => sort === text); }`,
        'validateSearch: readParams',
      ),
    ).toEqual(fault(inFeature('list.tsx'), 'validateSearch')));

  it.each([
    ["import { useThings } from './use-things.ts';", "import { Context } from './context.tsx';"],
    ["export { useThings } from './use-things.ts';", "export * from './context.tsx';"],
  ])('is refused through files between them, by the shortest way: %s', (first, second) =>
    expect(
      faultsOf(`import { sorts } from '${feature}/queries.ts';`, 'beforeLoad: () => check(sorts)', {
        'queries.ts': first,
        'use-things.ts': second,
      }),
    ).toEqual(
      fault(
        [inFeature('queries.ts'), inFeature('use-things.ts'), inFeature('context.tsx')].join(' → '),
        'beforeLoad',
      ),
    ),
  );

  it('is refused where it is drawn while the screen is loaded, unless it is a control', () => {
    expect(faultsOf(`import { Wait } from '${feature}/wait.tsx';`, 'pendingComponent: Wait')).toEqual(
      fault(inFeature('wait.tsx'), 'pendingComponent'),
    );
    expect(
      faultsOf("import { Logo } from '../../ui/marks/logo.tsx';", 'pendingComponent: () => <Logo />'),
    ).toEqual([]);
  });

  it('is refused where a statement of its own runs it', () =>
    expect(faultsOf(`import { fill } from '${feature}/list.tsx'; fill();`, '')).toEqual(
      fault(inFeature('list.tsx'), 'a statement beside the route'),
    ));
});

describe('a route is let through', () => {
  it.each([
    ['where only the screen imports it', `import { sorts } from '${feature}/list.tsx';`, {}],
    ['where it is a type', `import type { sorts } from '${feature}/list.tsx';`, {}],
    ['where it is a type among values', `import { type sorts } from '${feature}/list.tsx';`, {}],
    [
      'where files between them take types, or take it later',
      `import { read } from '${feature}/search.ts';`,
      {
        'search.ts':
          "import type { Sort } from './list.tsx'; export type { Sort } from './list.tsx'; const later = () => import('./list.tsx');",
      },
    ],
  ])('%s', (_what, imports, others) =>
    expect(
      faultsOf(imports, 'validateSearch: (search: Search<typeof sorts>) => read(search)', others),
    ).toEqual([]),
  );

  it('where errors and missing pages show it: they are loaded with the screen', () =>
    expect(
      faultsOf(
        `import { Fault } from '${feature}/fault.tsx';`,
        'errorComponent: Fault, notFoundComponent: () => <Fault />',
      ),
    ).toEqual([]));
});

it('The routes of the console import no screen', async () =>
  expect(await checkRouteImports(resolve(import.meta.dirname, '..', '..'))).toEqual([]));
