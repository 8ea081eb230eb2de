// Bundles each process of dist with the libraries that it loads: dist/processes. A start then reads a few files and no
// thousands, and loads no part of a library that nothing uses. Part of every build, after transpile.mjs.
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
const FOLDER = join(DIST, 'processes');
/** The processes, and what bin/herald.mjs asks before it starts one. */
const ENTRIES = {
  ...Object.fromEntries(
    ['gateway', 'worker', 'scheduler', 'simulators', 'cli'].map((name) => [name, `${name}/process.js`]),
  ),
  answers: 'cli/answers.js',
};
const OWN = /[\\/]dist[\\/](apps|libs|migrations|packages)[\\/]/;
/** Modules that do nothing when they are loaded: one that nothing uses is left out. */
const LEAVABLE = new RegExp(`${OWN.source}|[\\\\/]node_modules[\\\\/]@nestjs[\\\\/](platform-express|swagger)[\\\\/]`);
const ENTRY = /[\\/]process\.js$/;

/** Loaded from node_modules as they are. */
const EXTERNAL = [
  // The instrumentations of tracing patch them where Node loads them.
  /^(express|ioredis|pg)$/,
  /^@opentelemetry\/(?!api$)/,
  // They read files beside themselves.
  /^(mjml-core|roaring-wasm)$/,
  // Libraries of providers, each loaded with the first message that needs it.
  /^(@aws-sdk\/client-sesv2|@parse\/node-apn|google-auth-library|nodemailer|web-push)$/,
  /^(firebase-admin|twilio)\//,
];
/** Optional parts of Nest that Herald does not have: Nest asks for them and goes on without. */
const ABSENT = /^@nestjs\/(microservices|websockets)|^@fastify\/static$/;

await rm(FOLDER, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(DIST, 'apps', file)])),
  external: EXTERNAL,
  resolve: { alias: { 'class-validator': join(ROOT, 'node_modules/class-validator/esm2015/index.js') } },
  treeshake: {
    moduleSideEffects: [
      { test: ENTRY, sideEffects: true },
      { test: LEAVABLE, sideEffects: false },
    ],
  },
  plugins: [
    { name: 'own-places', transform: { filter: { id: OWN, code: 'import.meta.url' }, handler: keepPlace } },
    {
      name: 'lazy-http',
      resolveId: { filter: { id: /^(node:)?https?$/ }, handler: (id) => `\0${id.replace('node:', '')}.cjs` },
      load: { filter: { id: /^\0https?\.cjs$/ }, handler: loadHttp },
    },
  ],
  onLog(level, log, report) {
    if (!(log.code === 'UNRESOLVED_IMPORT' && ABSENT.test(log.exporter ?? ''))) {
      report(level, log);
    }
  },
});
const { output } = await bundle.write({
  dir: FOLDER,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'part-[name]-[hash].js',
  // Decorators run where a module stands, and need what modules before it have set up.
  strictExecutionOrder: true,
  // The API document, errors and logs show names of classes.
  keepNames: true,
  comments: false,
});
await bundle.close();
await writeFile(join(FOLDER, 'packages.json'), `${JSON.stringify(listPackages(output), null, 2)}\n`);

/** Node's modules of HTTP: an import of them would load all of undici for WebSocket, which is one of their getters. */
function loadHttp(id) {
  return `module.exports = process.getBuiltinModule('node:${id.slice(1, -4)}');`;
}

/** Files beside a module are found where the module was, not where its bundle is. */
function keepPlace(code, id) {
  const place = relative(FOLDER, id).replaceAll('\\', '/');
  return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`) };
}

/** Packages of node_modules in each file of the bundle, for the test of what a start loads. */
function listPackages(files) {
  return Object.fromEntries(
    files.map(({ fileName, moduleIds }) => [
      fileName,
      [
        ...new Set(moduleIds.flatMap((id) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? [])),
      ].sort(),
    ]),
  );
}
