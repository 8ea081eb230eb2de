// Bundles the panel: apps/panel → dist/apps/panel. Part of every build, beside the compiler.
//
//   --watch   stays, and bundles again after each change
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { build } from 'vite';
import { panelLocales } from './locales/plugin.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The place of the nonce in an answer: the page's policy takes nothing inline without one. */
const NONCE = '__NONCE__';

await build({
  configFile: false,
  root: join(ROOT, 'apps', 'panel'),
  base: '/panel/',
  publicDir: false,
  logLevel: 'error',
  // React Aria speaks thirty languages; those of the panel are enough.
  plugins: [
    panelLocales(join(ROOT, 'apps', 'panel')),
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'tr-TR'] }), enforce: 'pre' },
  ],
  html: { cspNonce: NONCE },
  build: {
    outDir: join(ROOT, 'dist', 'apps', 'panel'),
    emptyOutDir: true,
    // The first browsers with `light-dark()`; what is older gets no panel.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The files that each file needs: the test of the budget reads it.
    manifest: 'manifest.json',
    reportCompressedSize: false,
    watch: process.argv.includes('--watch') ? {} : null,
  },
});
