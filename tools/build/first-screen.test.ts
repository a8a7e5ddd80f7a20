import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { randomBytes } from 'node:crypto';
import { firstScreen, type ScreenSize } from './first-screen.ts';

/** Code that hardly gets smaller when it is compressed; about so many bytes. */
const filler = (name: string, bytes: number) =>
  `export const ${name} = () => console.log('${randomBytes((bytes * 3) / 4).toString('base64')}');\n`;

describe('the size of the first screen', () => {
  const environment = process.env['NODE_ENV'];
  // The bundler sets it.
  afterEach(() => (process.env['NODE_ENV'] = environment));

  async function built(files: Record<string, string>, limitBytes: number) {
    const root = await mkdtemp(join(tmpdir(), 'margay-first-screen-'));
    onTestFinished(() => rm(root, { recursive: true }));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    }
    let found: { sizes: Record<string, ScreenSize>; excess: string | undefined } | undefined;
    const { build } = await import('vite');
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: { modulePreload: { polyfill: false } },
      plugins: [
        firstScreen({
          screens: { 'sign in': ['/sign-in.js'], inside: ['/sign-in.js', '/inside.js'] },
          limit: { screen: 'sign in', bytes: limitBytes, trunk: ['/main.js', '/routes.js'] },
          root,
          onMeasured: (sizes, excess) => (found = { sizes, excess }),
        }),
      ],
    });
    return found!;
  }
  const page = {
    'index.html': '<script type="module" src="/main.js"></script>',
    'main.js': "import './main.css'; import { routes } from './routes.js'; routes();",
    'main.css': `.main { content: '${randomBytes(300).toString('base64')}'; }`,
    'sign-in.js': filler('signIn', 15_000),
    'inside.js': `import { table } from './table.js'; table();\n${filler('inside', 2_000)}`,
    'table.js': filler('table', 3_000),
    'editor.js': `import { language } from './language.js'; language();\n${filler('editor', 7_000)}`,
    'language.js': filler('language', 9_000),
  };
  const routesWith = (imports: string) =>
    `${imports}\nexport const routes = () => [import('./sign-in.js'), import('./inside.js'), import('./editor.js')];`;

  it('is what the page and one screen load, compressed, without what comes later', async () => {
    const { sizes, excess } = await built({ ...page, 'routes.js': routesWith('') }, 20_000);
    const { 'sign in': signIn, inside } = sizes;
    expect(signIn?.scripts.bytes).toBeGreaterThan(12_000);
    expect(signIn?.scripts.bytes).toBeLessThan(17_000);
    expect(signIn?.styleSheets).toMatchObject({ count: 1 });
    expect(inside!.scripts.bytes - signIn!.scripts.bytes).toBeGreaterThan(3_500);
    expect(inside?.scripts.bytes).toBeLessThan(22_000);
    expect(excess).toBeUndefined();
  });

  it('is refused above the limit, and the import is named that brings the most', async () => {
    const routes = routesWith("import { editor } from './editor.js'; editor();");
    const { excess } = await built({ ...page, 'routes.js': routes }, 20_000);
    expect(excess).toMatch(/^Before "sign in" shows, .* 2\d\.\d kB of scripts, .* 20\.0 kB are allowed/);
    const [first] = /^ .*$/m.exec(excess ?? '') ?? [];
    expect(first).toMatch(/^ +1\d\.\d kB {2}main\.js → routes\.js → editor\.js$/);
  });

  it('is never that of a page without its screen', async () => {
    const { 'sign-in.js': _gone, ...rest } = page;
    const routes = "export const routes = () => [import('./inside.js')];";
    await expect(built({ ...rest, 'routes.js': routes }, 20_000)).rejects.toThrow(
      'No script holds /sign-in.js, which the screen "sign in" loads.',
    );
  });
});
