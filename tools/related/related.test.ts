import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTree, treeOf, type Tree } from './tree.ts';
import { beyondImports } from './beyond-imports.ts';
import { hubs } from './rooms.ts';
import { selectTests } from './select.ts';

const selectIn = (files: Record<string, string>, ...changed: string[]) =>
  selectTests(treeOf(new Map(Object.entries(files))), changed);

const manifest = JSON.stringify({
  name: '@margay/roads',
  exports: { '.': './src/index.ts', './node': './src/node.ts' },
});
const roads = {
  'packages/roads/package.json': manifest,
  'packages/roads/src/index.ts': "export { lay } from './lay.ts';\nexport * from './sweep.ts';\n",
  'packages/roads/src/lay.ts': "import { stones } from './stones.ts';\nexport function lay() {}\n",
  'packages/roads/src/stones.ts': 'export const stones = 3;\n',
  'packages/roads/src/sweep.ts': 'export const sweep = () => 1;\n',
  'packages/roads/src/lay.test.ts': "import { lay } from './index.ts';\n",
  'packages/roads/src/sweep.test.ts': "import { sweep } from './sweep.ts';\n",
};

describe('imports', () => {
  it('lead to the tests of what is imported, through front doors by name', () => {
    expect(selectIn(roads, 'packages/roads/src/stones.ts')).toMatchObject({
      beside: ['packages/roads/src/lay.test.ts'],
      users: [],
      everything: undefined,
      lines: ['packages/roads/src/stones.ts → 1 test file'],
    });
    expect(selectIn(roads, 'packages/roads/src/sweep.ts').beside).toEqual([
      'packages/roads/src/sweep.test.ts',
    ]);
  });

  it('of types lead nowhere', () => {
    const files = {
      ...roads,
      'packages/roads/src/typed.ts':
        "import type { Stone } from './stones.ts';\nimport { type Sweep } from './sweep.ts';\nexport const typed = 1;\n",
      'packages/roads/src/typed.test.ts': "import { typed } from './typed.ts';\n",
    };
    expect(selectIn(files, 'packages/roads/src/stones.ts').beside).toEqual([
      'packages/roads/src/lay.test.ts',
    ]);
  });

  it('lead to other packages as far as the tests of what uses it, not of what uses that', () => {
    const files = {
      ...roads,
      'packages/cars/src/drive.ts': "import { lay } from '@margay/roads';\nexport const drive = lay;\n",
      'packages/cars/src/drive.test.ts': "import { drive } from './drive.ts';\n",
      'packages/cars/src/taxi.ts': "import { drive } from './drive.ts';\nexport const taxi = drive;\n",
      'packages/cars/src/taxi.test.ts': "import { taxi } from './taxi.ts';\n",
      'packages/cars/src/testing.ts': "import { lay } from '@margay/roads';\nexport const set = lay;\n",
      'packages/cars/src/wash.test.ts': "import { set } from './testing.ts';\n",
    };
    expect(selectIn(files, 'packages/roads/src/stones.ts')).toMatchObject({
      beside: ['packages/roads/src/lay.test.ts'],
      users: ['packages/cars/src/drive.test.ts'],
      lines: ['packages/roads/src/stones.ts → 2 test files (1 of what uses it; 2 more in the whole run)'],
    });
  });

  it('past the place where a server is put together count in the same domain only', () => {
    const domains = 'apps/server/src/domains';
    const files = {
      [`${domains}/cars/service.ts`]: 'export const cars = 1;\n',
      [`${domains}/cars/graphql.test.ts`]: "import { startServer } from '../../server.ts';\n",
      [`${domains}/roads/graphql.test.ts`]: "import { startServer } from '../../server.ts';\n",
      'apps/server/src/server.ts':
        "import { cars } from './domains/cars/service.ts';\nexport const startServer = 1;\n",
      'e2e/drive.test.ts': "const main = join(root, 'apps/server/src/main.ts');\n",
      'apps/server/src/main.ts': "import { startServer } from './server.ts';\n",
    };
    expect(selectIn(files, `${domains}/cars/service.ts`)).toMatchObject({
      beside: [`${domains}/cars/graphql.test.ts`],
      users: [],
      journeys: [],
    });
  });
});

describe('a file that is gone', () => {
  const gone = 'packages/roads/src/sweep.ts';
  const { [gone]: text, ...there } = roads;
  const tree = treeOf(new Map(Object.entries(there)), new Map([[gone, text]]));

  it('leads to the tests of what still takes something from it', () =>
    expect(selectTests(tree, [gone])).toMatchObject({
      beside: ['packages/roads/src/sweep.test.ts'],
      everything: undefined,
    }));

  it('is not among the files, and no test of its own is run', () => {
    expect(tree.files).not.toContain(gone);
    const test = 'packages/roads/src/lay.test.ts';
    const { [test]: was, ...rest } = roads;
    const without = treeOf(new Map(Object.entries(rest)), new Map([[test, was]]));
    expect(selectTests(without, [test, 'packages/roads/src/lay.ts']).beside).not.toContain(test);
  });
});

describe('files that nothing imports', () => {
  const files = {
    ...roads,
    'packages/roads/src/worker.ts': 'export {};\n',
    'packages/roads/src/worker.test.ts': "new Worker(new URL('./worker.ts', import.meta.url));\n",
    'packages/roads/src/signs/stop.yml': '',
    'packages/roads/src/signs/registry.test.ts': 'readdirSync(import.meta.dirname);\n',
    'packages/roads/src/signs/all.test.ts': "readdirSync(new URL('../signs/', import.meta.url));\n",
    'packages/roads/src/signs/left.py': '',
    'packages/roads/src/lines/python.test.ts': "import.meta.glob<string>(\n  '../signs/*.py', {});\n",
    'packages/roads/src/lines/every.test.ts':
      "const source = new URL('../', import.meta.url);\nglob('signs/*.py', { cwd: source });\n",
    'docs/map.md': '',
    'docs/read.md': '',
    'tools/deploy/page.test.ts': "const page = new URL('../../docs/read.md', import.meta.url);\n",
  };

  it('are found by their paths in tests, and by the folders that tests read', () => {
    expect(selectIn(files, 'packages/roads/src/worker.ts').beside).toEqual([
      'packages/roads/src/worker.test.ts',
    ]);
    expect(selectIn(files, 'packages/roads/src/signs/stop.yml').beside).toEqual([
      'packages/roads/src/signs/all.test.ts',
      'packages/roads/src/signs/registry.test.ts',
    ]);
    expect(selectIn(files, 'packages/roads/src/signs/left.py').beside).toEqual([
      'packages/roads/src/lines/every.test.ts',
      'packages/roads/src/lines/python.test.ts',
      'packages/roads/src/signs/all.test.ts',
      'packages/roads/src/signs/registry.test.ts',
    ]);
    expect(selectIn(files, 'docs/read.md').users).toEqual(['tools/deploy/page.test.ts']);
  });

  it('reach what the table says, and everything when nobody can say', () => {
    expect(selectIn(files, 'docs/map.md')).toMatchObject({ beside: [], users: [], everything: undefined });
    expect(selectIn(files, 'package-lock.json').everything).toContain('other packages');
    expect(selectIn(files, 'packages/roads/src/mystery.bin').beside).toHaveLength(7);
    expect(selectIn(files, 'somewhere/mystery.bin').everything).toContain('nobody can say');
  });

  it('may be tests: those run themselves, unless they were removed', () => {
    expect(selectIn(files, 'packages/roads/src/lay.test.ts').beside).toHaveLength(1);
    expect(selectIn(files, 'packages/roads/src/gone.test.ts').beside).toEqual([]);
  });
});

describe('this project', () => {
  let tree: Tree;
  beforeAll(() => (tree = readTree(resolve(import.meta.dirname, '..', '..'))));
  const reached = (file: string) => {
    expect(tree.files).toContain(file);
    const { beside, users, journeys, everything } = selectTests(tree, [file]);
    expect(everything).toBeUndefined();
    return [...beside, ...users, ...journeys];
  };

  it.each([
    ['packages/query/src/functions/abs.ts', 'packages/query/src/functions/registry.test.ts'],
    [
      'packages/query/src/languages/pantherflow/cases/rows.yaml',
      'packages/query/src/languages/pantherflow/cases.test.ts',
    ],
    ['packages/detect/python/margay/confined.py', 'packages/detect/src/engine.test.ts'],
    ['apps/server/src/domains/alerts/service.ts', 'apps/server/src/domains/alerts/graphql.test.ts'],
    ['apps/server/src/pipeline/thread/process.ts', 'apps/server/src/pipeline/pipeline.test.ts'],
    ['content/detections/aws/access_denied_burst.yml', 'content/detections/content.test.ts'],
    ['content/schemas/apache/access-combined.yml', 'packages/normalize/src/testing/content.test.ts'],
    ['demo/story.ts', 'e2e/journeys/story.test.ts'],
    ['e2e/support/lake-front.ts', 'e2e/faults/cluster.test.ts'],
    ['docs/running/reverse-proxy.md', 'apps/server/src/reverse-proxy.test.ts'],
    ['apps/server/src/domains/registry.ts', 'apps/server/src/domain-contract/state-migrations.test.ts'],
    ['apps/server/src/domains/registry.ts', 'apps/server/src/domain-contract/toy-domain.test.ts'],
    [
      'apps/server/src/domains/replays/migrations/0010-replays.ts',
      'apps/server/src/domain-contract/state-migrations.test.ts',
    ],
    [
      'apps/server/src/domains/replays/migrations/0010-replays.ts',
      'apps/server/src/domains/replays/replays.test.ts',
    ],
    [
      'apps/server/src/domains/lookup-tables/migrations/0028-lookup-tables.ts',
      'apps/server/src/domains/lookup-tables/killed-upload.test.ts',
    ],
    ['content/detections/aws/access_denied_burst.py', 'apps/web/src/editor/python/read/tokens.test.ts'],
    ['apps/server/src/domains/feedback/domain.ts', 'apps/server/src/domains/registry.test.ts'],
    ['deploy/Dockerfile', 'tools/deploy/deploy.test.ts'],
  ])('%s reaches %s', (file, test) => expect(reached(file)).toContain(test));

  it('files that a pattern does not fit do not reach its reader', () =>
    expect(reached('apps/server/src/domains/feedback/service.ts')).not.toContain(
      'apps/server/src/domains/registry.test.ts',
    ));

  it('the printed contract of the console reaches its answers on both sides, and not the whole server', () => {
    const tests = reached('apps/server/schema.graphql');
    expect(tests).toContain('apps/server/src/api/fields.test.ts');
    expect(tests).toContain('apps/web/src/testing/answering-server.test.ts');
    expect(tests).not.toContain('apps/server/src/search-budget.test.ts');
    expect(tests.length).toBeLessThan(10);
  });

  it('has what the tables name', () => {
    const patterns = [...hubs.map(({ pattern }) => pattern), ...beyondImports.map(({ paths }) => paths)];
    const files = [...tree.files];
    expect(patterns.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
    const places = beyondImports.flatMap(({ reaches }) => (typeof reaches === 'string' ? [] : reaches));
    const tests = files.filter((file) => tree.isTest(file));
    expect(places.filter((place) => !tests.some((test) => test.startsWith(place)))).toEqual([]);
  });
});
