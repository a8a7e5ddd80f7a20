import { describe, expect, it } from 'vitest';
import { boundaryFaults } from './boundaries.ts';
import { domainFaults } from './domains.ts';

const faults = (file: string, text: string) => boundaryFaults(file, text).map(({ message }) => message);

describe('what a file of the product imports', () => {
  it.each([
    ['apps/server/src/pipeline/balance.ts', "import { feedback } from './testing-hop.ts';"],
    ['apps/server/src/pipeline/balance.ts', "import { feedback } from '../testing/hop.ts';"],
    ['apps/server/src/pipeline/balance.ts', "import { openTestStore } from '@margay/store/testing';"],
    ['packages/kit/src/csv.ts', "const { hop } = await import('./hop.test.ts');"],
  ])('is nothing of tests: %s with %s', (file, text) =>
    expect(faults(file, text)).toEqual([expect.stringContaining('which is for tests')]),
  );

  it('tests may take from one another, and from what others offer to tests', () => {
    expect(faults('apps/server/src/a.test.ts', "import { hop } from './testing-hop.ts';")).toEqual([]);
    expect(faults('apps/web/src/testing-a.ts', "import { x } from '@margay/auth/testing';")).toEqual([]);
  });

  it.each([
    "from '@margay/lake'",
    'import("@margay/lake")',
    'import(`@margay/lake`)',
    "import(\n  '@margay/lake')",
  ])('is of a package it may use, however it is written: %s', (written) => {
    const text = written.startsWith('from') ? `import { a } ${written};` : `const a = await ${written};`;
    expect(faults('packages/kit/src/a.ts', text)).toEqual(['may not import @margay/lake']);
  });

  it('is no inside of a domain, in backticks neither', () => {
    const files = {
      'apps/server/src/pipeline/a.ts': 'const a = await import(`../domains/${name}/service.ts`);',
    };
    expect(domainFaults(new Map(Object.entries(files))).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('reaches into the domain'),
    );
  });
});
