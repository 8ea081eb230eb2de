// Bundles the scripts that pages load: apps/websdk → dist/apps/websdk, and those of Herald's own pages with their style
// and type → dist/apps/pages. Part of every build.
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = join(ROOT, 'apps', 'websdk');
const BUILT = join(ROOT, 'dist', 'apps', 'websdk');
const PAGES = join(ROOT, 'dist', 'apps', 'pages');

/** Each by itself: a page that wants no inbox loads none, and a service worker imports one file. */
const BUNDLES = [
  { name: 'Herald', entry: 'page/herald.ts', file: 'herald.js' },
  { name: 'HeraldWorker', entry: 'worker/herald-sw.ts', file: 'herald-sw.js' },
  { name: 'HeraldInbox', entry: 'inbox/herald-inbox.ts', file: 'herald-inbox.js' },
  { name: 'HeraldDemo', entry: 'demo/demo.ts', file: 'demo.js' },
];

const PAGE_BUNDLES = [
  { name: 'HeraldDeliveries', entry: 'apps/simulators/pages/browser/deliveries.ts', file: 'deliveries.js' },
  { name: 'HeraldReference', entry: 'apps/gateway/pages/browser/reference.ts', file: 'reference.js' },
];
/** Of the pages, as they are: from, and the name under which a page loads it. */
const PAGE_FILES = [
  ['libs/platform/pages/styles/page.css', 'page.css'],
  ['libs/platform/pages/styles/icon.svg', 'icon.svg'],
  ['node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'inter-latin.woff2'],
  ['node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2', 'inter-latin-ext.woff2'],
];

for (const { name, entry, file } of BUNDLES) {
  await bundle(name, join(SOURCES, entry), file, BUILT);
}
await copyFile(join(SOURCES, 'demo', 'demo.html'), join(BUILT, 'demo.html'));

for (const { name, entry, file } of PAGE_BUNDLES) {
  await bundle(name, join(ROOT, entry), file, PAGES);
}
await mkdir(PAGES, { recursive: true });
await Promise.all(PAGE_FILES.map(([from, to]) => copyFile(join(ROOT, from), join(PAGES, to))));

async function bundle(name, entry, file, outDir) {
  await build({
    configFile: false,
    root: dirname(entry),
    publicDir: false,
    logLevel: 'error',
    build: {
      lib: { entry, formats: ['iife'], name, fileName: () => file },
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
    },
  });
}
