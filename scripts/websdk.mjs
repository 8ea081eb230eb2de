// Bundles the scripts that pages load: apps/websdk → dist/apps/websdk. Part of every build.
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = join(ROOT, 'apps', 'websdk');
const BUILT = join(ROOT, 'dist', 'apps', 'websdk');

/** Each by itself: a page that wants no inbox loads none, and a service worker imports one file. */
const BUNDLES = [
  { name: 'Herald', entry: 'page/herald.ts', file: 'herald.js' },
  { name: 'HeraldWorker', entry: 'worker/herald-sw.ts', file: 'herald-sw.js' },
  { name: 'HeraldInbox', entry: 'inbox/herald-inbox.ts', file: 'herald-inbox.js' },
  { name: 'HeraldDemo', entry: 'demo/demo.ts', file: 'demo.js' },
];

for (const { name, entry, file } of BUNDLES) {
  await build({
    configFile: false,
    root: SOURCES,
    publicDir: false,
    logLevel: 'error',
    build: {
      lib: { entry: join(SOURCES, entry), formats: ['iife'], name, fileName: () => file },
      outDir: BUILT,
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
    },
  });
}
await copyFile(join(SOURCES, 'demo', 'demo.html'), join(BUILT, 'demo.html'));
