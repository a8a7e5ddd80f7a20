import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const server = process.env.MARGAY_URL ?? 'http://127.0.0.1:8080';
/** Everything the server answers itself; the rest is the console. */
const serverPaths = [
  '/auth',
  '/internal',
  '/public',
  '/oauth2',
  '/saml',
  '/saml2',
  '/logout',
  '/healthz',
  '/readyz',
  '/sources-oauth2',
];

/**
 * Vite leaves classic scripts alone. This one must run before the first paint and is no module, so it gets its hashed
 * name here, like every other file of the build.
 */
function appearanceScript(): Plugin {
  const source = 'src/appearance.js';
  let reference = '';
  return {
    name: 'margay:appearance-script',
    apply: 'build',
    buildStart() {
      const code = readFileSync(`${import.meta.dirname}/${source}`, 'utf8');
      reference = this.emitFile({ type: 'asset', name: 'appearance.js', source: code });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          file.source = String(file.source).replace(`/${source}`, `/${this.getFileName(reference)}`);
        }
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    appearanceScript(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: 'hidden',
  },
});
