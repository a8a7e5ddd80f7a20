import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test that looks at nothing fails. */
const expect = { requireAssertions: true };
const propertySeed = resolve(import.meta.dirname, 'tools/testing/property-seed.ts');

/** Units and packages, the server, the journeys in a browser, the console's components. */
export default defineConfig({
  test: {
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
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'journeys',
          expect,
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/shared-folder.ts'],
          // For the servers they start: Node keeps what it compiled, so the next start has a second less to do.
          env: { NODE_COMPILE_CACHE: join(tmpdir(), `margay-e2e-code-${process.getuid?.() ?? 0}`) },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          pool: 'forks',
          // Each file has a server of its own, with its Python workers.
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'web',
          expect,
          root: './apps/web',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/testing/canvas.ts', propertySeed],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
