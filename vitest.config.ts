import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test that looks at nothing fails. */
const expect = { requireAssertions: true };
const propertySeed = resolve(import.meta.dirname, 'tools/testing/property-seed.ts');

/** Tests of packages that only compute: nothing of theirs outlives a file, so the files share a process and what it loaded. */
const computing = 'packages/{alert,auth,kit,model,normalize,oauth,query,schema,settings}/src/**/*.test.ts';

/** Console tests that put another module in the place of one that the files beside them have loaded already. */
const replacesModules = [
  'src/features/detections/kinds/added-kind.test.tsx', // the lists of kinds with one kind more
  'src/editor/pantherflow/flow-editor.test.tsx', // an editor whose code cannot be loaded
];

const consoleTests = {
  root: './apps/web',
  environment: 'happy-dom',
  // A click on a download would make another window, whose listeners and storage are not those the tests know.
  environmentOptions: {
    happyDOM: {
      settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
    },
  },
  setupFiles: ['src/testing/setup.ts', propertySeed],
  testTimeout: 30_000,
  expect,
  restoreMocks: true,
  unstubGlobals: true,
  maxWorkers: 2,
};

/** Units and packages, the server, the journeys in a browser, the console's components. */
export default defineConfig({
  test: {
    // One that was left in would keep all others of its file from running. To try one test, say `-t <title>`.
    allowOnly: false,
    projects: [
      {
        // Node itself loads graphql's CommonJS build; a second copy through the bundler's eyes would not be the same types.
        resolve: { alias: { graphql: 'graphql/index.js' } },
        test: {
          name: 'node',
          expect,
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'content/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
          exclude: [computing],
          setupFiles: [propertySeed],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          pool: 'forks',
          maxWorkers: 2,
        },
      },
      {
        resolve: { alias: { graphql: 'graphql/index.js' } },
        test: {
          name: 'server',
          expect,
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          setupFiles: [propertySeed],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          pool: 'forks',
          // The server and its engines are loaded once for all files of a worker: that was more than half of the time.
          // What a file starts it ends, and it leaves no setting of the process changed.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'computing',
          expect,
          environment: 'node',
          include: [computing],
          setupFiles: [propertySeed],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          restoreMocks: true,
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          expect,
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/shared-folder.ts'],
          setupFiles: ['e2e/support/tell-what-was-shown.ts'],
          // For the servers they start: Node keeps what it compiled, so the next start has a second less to do.
          env: { NODE_COMPILE_CACHE: join(tmpdir(), `margay-e2e-code-${process.getuid?.() ?? 0}`) },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          pool: 'forks',
          // Each file has a server of its own, with its Python workers.
          maxWorkers: 1,
          // After the others, which have two workers.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'web',
          ...consoleTests,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: replacesModules,
          // What each file has to find as new is made so in src/testing/setup.ts.
          isolate: false,
          // The pages of one test are garbage in the next; with more room for the young it is looked for less often.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      { test: { name: 'web-apart', ...consoleTests, include: replacesModules } },
    ],
  },
});
