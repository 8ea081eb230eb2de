// Bundles the scripts that pages load: apps/websdk → dist/apps/websdk, and those of Herald's own pages with their style
// and type → dist/apps/pages. Part of every build.
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = join(ROOT, 'apps', 'websdk');
const BUILT = join(ROOT, 'dist', 'apps', 'websdk');
const PAGES = join(ROOT, 'dist', 'apps', 'pages');

/** Each by itself: a page that wants no inbox loads none, and a service worker imports one file. */
const BUNDLES = [
  { name: 'Herald', entry: 'page/herald.ts', file: 'herald.js' },
  { name: 'HeraldWorker', entry: 'worker/herald-sw.ts', file: 'herald-sw.js' },
  { name: 'HeraldInbox', entry: 'inbox/herald-inbox.ts', file: 'herald-inbox.js' },
  { name: 'HeraldPreferences', entry: 'preferences/herald-preferences.ts', file: 'herald-preferences.js' },
  { name: 'HeraldDemo', entry: 'demo/demo.ts', file: 'demo.js' },
].map(({ name, entry, file }) => ({ name, input: join(SOURCES, entry), file: join(BUILT, file) }));

const PAGE_BUNDLES = [
  { name: 'HeraldDeliveries', input: 'apps/simulators/pages/browser/deliveries.ts', file: 'deliveries.js' },
  { name: 'HeraldReference', input: 'apps/gateway/pages/browser/reference.ts', file: 'reference.js' },
].map(({ name, input, file }) => ({ name, input: join(ROOT, input), file: join(PAGES, file) }));
/** Files of the pages: source, and the name under which a page loads it. */
const PAGE_FILES = [
  ['libs/platform/pages/styles/page.css', 'page.css'],
  ['libs/platform/pages/styles/icon.svg', 'icon.svg'],
  ['node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'inter-latin.woff2'],
  ['node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2', 'inter-latin-ext.woff2'],
];

await build(
  [...BUNDLES, ...PAGE_BUNDLES].map(({ name, input, file }) => ({
    cwd: ROOT,
    input,
    platform: 'browser',
    transform: { target: 'es2022' },
    output: { file, format: 'iife', name, minify: true },
  })),
);
await copyFile(join(SOURCES, 'demo', 'demo.html'), join(BUILT, 'demo.html'));
await mkdir(PAGES, { recursive: true });
await Promise.all(PAGE_FILES.map(([from, to]) => copyFile(join(ROOT, from), join(PAGES, to))));
