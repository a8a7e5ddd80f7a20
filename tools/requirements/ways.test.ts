import { describe, expect, it } from 'vitest';
import { wayOf } from './ways.ts';

describe('the way of a proof', () => {
  it.each([
    ['browser', 'e2e/journeys/search.test.ts', ''],
    ['server', 'e2e/api/roles.test.ts', ''],
    ['command line', 'apps/cli/src/main.test.ts', ''],
    ['component', 'apps/web/src/router.test.tsx', ''],
    ['component', 'apps/web/src/lib/client.test.ts', 'const answer = { fetch: () => reply({}) };'],
    ['function', 'apps/web/src/lib/dates.test.ts', "import { day } from './dates.ts';"],
    ['server', 'apps/server/src/domains/alerts/service.test.ts', "import { open } from './testing.ts';"],
    ['function', 'apps/server/src/feature-flags.test.ts', "import { flags } from './feature-flags.ts';"],
    ['server', 'packages/query/src/a/run.test.ts', "import { engine } from '../../testing/engine.ts';"],
    ['function', 'packages/schema/src/parse.test.ts', "import { one } from './testing.ts';"],
  ])('is %s for %s', (way, file, text) => expect(wayOf(file, text)).toBe(way));
});
