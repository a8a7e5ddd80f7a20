import { describe, expect, it } from 'vitest';
import { openProject } from './reading/reach.ts';
import { countedProofs, proofsOf } from './proofs.ts';

const imports = "import { describe, expect, it, test } from 'vitest';\nimport { assert } from 'vitest';\n";
const files: Record<string, string> = {
  'packages/store/src/testing/index.ts': `import { openPglite } from '../engines/pglite.ts';
export const openTestStore = () => openPglite();`,
  'packages/store/package.json': '{ "exports": { "./testing": "./src/testing/index.ts" } }',
  'packages/store/src/engines/pglite.ts': 'export const openPglite = () => 1;',
  'apps/server/src/testing/server-on.ts': `import { startServer } from '../server.ts';
export const startServerOn = () => startServer();
export const port = 8080;
export async function healthy(url: string) { expect(await fetch(url)).toBeDefined(); }
import { expect } from 'vitest';`,
  'apps/server/src/server.ts': 'export const startServer = () => 1;',
  'e2e/support/server.ts': `import { spawn } from 'node:child_process';
export const startTestServer = () => spawn(process.execPath, ['apps/server/src/main.ts']);`,
  'e2e/support/browser.ts':
    "import { chromium } from 'playwright-core'; export const openBrowser = () => chromium.launch();",
};

function read(file: string, text: string) {
  const all: Record<string, string> = { ...files, [file]: imports + text };
  return proofsOf(
    openProject('', (name) => all[name]),
    file,
  );
}
const counted = (file: string, text: string) =>
  countedProofs(read(file, text)).map(({ id, way }) => `${id} ${way}`);
const server = 'apps/server/src/a.test.ts';
const startServer = "import { startServerOn, port, healthy } from './testing/server-on.ts';\n";

describe('what proves nothing', () => {
  it.each([
    [
      'a constant that is expected',
      'packages/kit/src/a.test.ts',
      "it('[001-1.1] a', () => { expect(true).toBe(true); });",
    ],
    ['an empty body', 'apps/web/src/a.test.ts', "it('[001-1.1] a', () => {});"],
    ['an empty body beside a server', server, `${startServer}it('[001-1.1] a', () => {});`],
    [
      'a condition that is never met',
      server,
      "it.skipIf(true)('[001-1.1] a', () => { expect(f()).toBe(1); });",
    ],
    [
      'a comment',
      server,
      "// it('[001-1.1] a', () => { expect(f()).toBe(1); });\n/* it('[001-1.1] b', () => { expect(f()).toBe(1); }) */",
    ],
    [
      'a group that is skipped',
      server,
      "describe.skip('b', () => { it('[001-1.1] a', () => { expect(f()).toBe(1); }); });",
    ],
    [
      'a group that only names it',
      server,
      "describe('[001-1.1] b', () => { it('a', () => { expect(f()).toBe(1); }); });",
    ],
    ['a test that is skipped', server, "it.skip('[001-1.1] a', () => { expect(f()).toBe(1); });"],
    ['a test to be written', server, "it.todo('[001-1.1] a');"],
    ['a test that has to fail', server, "it.fails('[001-1.1] a', () => { expect(f()).toBe(1); });"],
    [
      'a test that somebody else defines',
      server,
      "const it2 = (n: string, f: () => void) => f;\nit2('[001-1.1] a', () => { expect(f()).toBe(1); });",
    ],
    [
      'a test within a function',
      server,
      "function later() { it('[001-1.1] a', () => { expect(f()).toBe(1); }); }",
    ],
    [
      'a constant behind a name',
      server,
      "let x = 1; const y = { a: [x] };\nit('[001-1.1] a', () => { expect(x).toBe(1); expect(y.a).toEqual([1]); });",
    ],
    [
      'an object that is written out',
      server,
      "it('[001-1.1] a', () => { const b = 1; expect({ a: 1, b }).toEqual({ a: 1, b }); });",
    ],
    [
      'an assertion behind a way out',
      server,
      "it('[001-1.1] a', () => { expect(true).toBe(true); if (g()) return; expect(f()).toBe(1); });",
    ],
    [
      'an assertion on a condition',
      server,
      "it('[001-1.1] a', () => { expect(true).toBe(true); if (g()) expect(f()).toBe(1); });",
    ],
    [
      'an assertion whose failure is swallowed',
      server,
      "it('[001-1.1] a', () => { try { expect(f()).toBe(1); } catch {} });",
    ],
    [
      'a promise whose failure is swallowed',
      server,
      "it('[001-1.1] a', () => expect(f()).resolves.toBe(1).catch(() => {}));",
    ],
    [
      'an assertion for each of none',
      server,
      "it('[001-1.1] a', () => { for (const x of []) expect(f(x)).toBe(1); });",
    ],
    ['a table without rows', server, "it.each([])('[001-1.1] a', (x) => { expect(f(x)).toBe(1); });"],
    [
      'a table without rows behind a name',
      server,
      "const rows = [];\nit.each(rows)('[001-1.1] a', (x) => { expect(f(x)).toBe(1); });",
    ],
    [
      'a group for a table without rows',
      server,
      "describe.each([])('b', () => { it('[001-1.1] a', () => { expect(f()).toBe(1); }); });",
    ],
    [
      'a loop over nothing',
      server,
      "for (const x of []) it('[001-1.1] a', () => { expect(f(x)).toBe(1); });",
    ],
    [
      'a condition behind a name that is never met',
      server,
      "const never = !0;\nit.skipIf(never)('[001-1.1] a', () => { expect(f()).toBe(1); });",
    ],
    ['a value that is not compared', server, "it('[001-1.1] a', () => { expect(f()); });"],
    [
      'text that looks like a test',
      server,
      "const text = `it('[001-1.1] a', () => { expect(f()).toBe(1); })`;",
    ],
  ])('%s', (_what, file, text) => expect(counted(file, text)).toEqual([]));

  it('an empty body in the folder of journeys', () => {
    const text = "import { openBrowser } from '../support/browser.ts';\nit('[001-1.1] a', () => {});";
    expect(counted('e2e/journeys/a.test.ts', text)).toEqual([]);
  });

  it('what may run or not, unless the runner says that it passed', () => {
    const proofs = read(server, "it.skipIf(f())('[001-1.1] a', () => { expect(f()).toBe(1); });");
    expect(countedProofs(proofs)).toEqual([]);
    const ran = { file: server, title: 'b > [001-1.1] a', name: '[001-1.1] a', project: 'node' };
    expect(countedProofs(proofs, [ran])).toHaveLength(1);
    expect(countedProofs(proofs, [{ ...ran, name: 'a' }])).toEqual([]);
    expect(countedProofs(proofs, [{ ...ran, file: 'b.test.ts' }])).toEqual([]);
  });
});

describe('the way of a proof', () => {
  it.each([
    [
      'what it calls',
      "it('[001-1.1] a', async () => { const s = await startServerOn(); expect(s).toBe(1); });",
    ],
    [
      'a variable of its group',
      "describe('g', () => { let s: unknown; beforeAll(async () => { s = await startServerOn(); }); it('[001-1.1] a', () => { expect(s).toBe(1); }); });",
    ],
    [
      'a function of its file',
      "async function ask() { return startServerOn(); }\nit('[001-1.1] a', async () => { expect(await ask()).toBe(1); });",
    ],
  ])('is server through %s', (_what, text) =>
    expect(counted(server, `import { beforeAll } from 'vitest';\n${startServer}${text}`)).toEqual([
      '001-1.1 server',
    ]),
  );

  it.each([
    ['function', server, `${startServer}it('[001-1.1] a', () => { expect(port).toBe(1); });`],
    [
      'function',
      server,
      `import type { startServerOn } from './testing/server-on.ts';\nit('[001-1.1] a', () => { expect(startServerOn).toBe(1); });`,
    ],
    [
      'engine',
      server,
      "import { openTestStore } from '@margay/store/testing';\nit('[001-1.1] a', async () => { expect(await openTestStore()).toBe(1); });",
    ],
    [
      'server',
      'e2e/api/a.test.ts',
      "import { startTestServer } from '../support/server.ts';\nit('[001-1.1] a', () => { expect(startTestServer()).toBe(1); });",
    ],
    [
      'function',
      'e2e/journeys/a.test.ts',
      "import { openBrowser } from '../support/browser.ts';\nit('[001-1.1] a', () => { expect(openBrowser()).toBe(1); });",
    ],
    ['component', 'apps/web/src/a.test.tsx', "it('[001-1.1] a', () => { expect(f()).toBe(1); });"],
    [
      'component',
      'apps/web/src/a.test.ts',
      "it('[001-1.1] a', async () => { expect(await fetch('/')).toBe(1); });",
    ],
    ['function', 'apps/web/src/a.test.ts', "it('[001-1.1] a', () => { expect(f()).toBe(1); });"],
  ])('is %s in %s', (way, file, text) => expect(counted(file, text)).toEqual([`001-1.1 ${way}`]));

  it('is browser where a page of a server is opened before', () => {
    const text = `import { beforeAll } from 'vitest';
      import { openBrowser } from '../support/browser.ts';
      import { startTestServer } from '../support/server.ts';
      let page: unknown;
      beforeAll(async () => { const server = startTestServer(); page = await openBrowser(); page.goto(server); });
      it('[001-1.1] a', () => { expect(page).toBe(1); });`;
    expect(counted('e2e/journeys/a.test.ts', text)).toEqual(['001-1.1 browser']);
  });
});

describe('what a test only mentions', () => {
  const others = `import { openTestStore } from '@margay/store/testing';
    import { createGraphqlHandler } from './api/graphql.ts';
    import { execFileSync } from 'node:child_process';\n`;
  it.each([
    ['a server that is named', 'void startServerOn; expect(JSON.parse(text)).toEqual(1);'],
    ['a server under another name', 'const s = startServerOn; expect(JSON.parse(text)).toEqual(1);'],
    ['a server beside a written answer', 'await startServerOn(); expect(JSON.parse(text)).toEqual(1);'],
    [
      'a store beside an API with a written answer',
      'const store = await openTestStore(); void store; expect(createGraphqlHandler(f())).toBe(1);',
    ],
    [
      'the command line beside another program',
      "const margay = 'apps/cli/bin/margay.mjs'; expect([margay, execFileSync('true')]).toEqual(f());",
    ],
    [
      'the command line as the folder of another program',
      "const margay = 'apps/cli/bin/margay.mjs'; f(margay); expect(execFileSync('true')).toEqual(margay);",
    ],
  ])('shows nothing of it: %s', (_what, body) =>
    expect(counted(server, `${startServer}${others}it('[001-1.1] a', async () => { ${body} });`)).toEqual([
      '001-1.1 function',
    ]),
  );

  it.each([
    ['server', 'const seen = []; await startServerOn((x) => seen.push(x)); expect(seen).toEqual([1]);'],
    ['server', 'const s = await startServerOn(); const a = f(); await s.send(a); expect(a.state).toBe(1);'],
    ['server', 'await startServerOn().then((s) => { expect(s.ask()).toBe(1); });'],
    ['server', 'try { expect(await startServerOn()).toBe(1); } catch (error) { throw f(error); }'],
    ['server', 'const s = await startServerOn(); await healthy(s.url);'],
    [
      'command line',
      "const margay = g('apps/cli/bin/margay.mjs'); const run = (...a) => execFileSync('node', a); expect(run(margay)).toBe(1);",
    ],
    ['server', 'const { store } = await openTestStore(); expect(createGraphqlHandler(store)).toBe(1);'],
  ])('and what it does is %s: %s', (way, body) =>
    expect(counted(server, `${startServer}${others}it('[001-1.1] a', async () => { ${body} });`)).toEqual([
      `001-1.1 ${way}`,
    ]),
  );
});

describe('an assertion', () => {
  it.each([
    ['of a helper', `${startServer}it('[001-1.1] a', async () => { await healthy('x'); });`],
    [
      'of a function of the file',
      "const looks = (x: number) => expect(x).toBe(1);\nit('[001-1.1] a', () => looks(f()));",
    ],
    ['of what is compared with', "it('[001-1.1] a', () => { expect([1, 2]).toContain(f()); });"],
    [
      'of a number that is counted up',
      "it('[001-1.1] a', () => { let n = 0; f(() => n++); expect(n).toBe(1); });",
    ],
    [
      'of a field that is set',
      "it('[001-1.1] a', () => { const s = { n: 0 }; f(() => { s.n = 1; }); expect(s.n).toBe(1); });",
    ],
    [
      'of a list that is filled',
      "it('[001-1.1] a', () => { const seen = []; f((x) => seen.push(x)); expect(seen).toEqual([1]); });",
    ],
    ['behind a function', "it('[001-1.1] a', () => { function g() { return f(); } expect(g()).toBe(1); });"],
    ['by assert', "it('[001-1.1] a', () => { assert(f()); });"],
    ['of a promise', "it('[001-1.1] a', async () => { await expect(f()).rejects.toThrow('b'); });"],
  ])('may be one %s', (_what, text) => expect(counted(server, text)).toHaveLength(1));

  it('may stand behind a way out that the runner hears of', () => {
    const text = "it('[001-1.1] a', (context) => { if (g()) return context.skip(); expect(f()).toBe(1); });";
    expect(read(server, text)).toMatchObject([{ asserts: true, standing: 'may run' }]);
  });

  it('in a hook is none of the test', () => {
    const text = `import { beforeEach } from 'vitest';\nlet s = 1;
      beforeEach(() => { expect(s).toBe(1); });\nit('[001-1.1] a', () => { s = 2; });`;
    expect(counted(server, text)).toEqual([]);
  });
});

describe('the ids of a title', () => {
  const rows = "const cases = [['[001-1.2] b', 1], ['[001-1.3] c', 2]] as const;";
  it('stand in the title and at the start of the rows of its table', () => {
    const text = `${rows}\nit.each(cases)('[001-1.1] %s', (_n, x) => { expect(x).toBe(1); });`;
    const proofs = read(server, text);
    expect(proofs.map(({ id, idCount }) => `${id} of ${idCount}`)).toEqual([
      '001-1.1 of 2', '001-1.2 of 2', '001-1.1 of 2', '001-1.3 of 2',
    ]); // prettier-ignore
  });
});
