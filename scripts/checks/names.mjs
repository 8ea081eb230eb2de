// Names of files, folders and classes: kebab-case, kinds of a closed list, no empty words, entry points in their places.
import { basename, dirname } from 'node:path';
import { codeOf, ENTRY_POINT, filesOf } from './support/files.mjs';
import { report } from './support/report.mjs';

/** Kinds of files by their place; a plain name holds pure rules. */
const KINDS = [
  // A server listens to something else than HTTP.
  ['apps/gateway/', ['controller', 'dto', 'module', 'server', 'service', 'guard', 'pipe', 'interceptor', 'filter']],
  ['apps/worker/', ['module']],
  ['apps/scheduler/', ['module', 'service']],
  ['apps/simulators/', ['simulator', 'types']],
  ['apps/cli/', ['types']],
  // A section is one part of an application file. A DTO of a module is a body whose parts several edges share.
  [
    'libs/',
    [
      'service',
      'repository',
      'sql',
      'entity',
      'sender',
      'provider',
      'jobs',
      'module',
      'types',
      'errors',
      'section',
      'check',
      'dto',
      'decorators',
    ],
  ],
  ['lab/bench/', ['bench']],
  // A contract is held row by row against the specification.
  ['test/', ['global', 'contract']],
  ['migrations/', []],
];
const TESTS = ['spec', 'db-spec', 'http-spec', 'e2e-spec'];
const BANNED = /^(utils?|helpers?|common|shared|core|managers?|processors?|base)$/;
const BANNED_CLASS = /\bclass ((?:Base|Common|Shared|Core)[A-Z]\w*|\w*(?:Utils?|Helpers?|Manager|Processor|Base))\b/g;
const WORD = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function faultsOf(path) {
  const faults = [];
  const folders = dirname(path).split('/');
  const [name, ...kinds] = basename(path)
    .replace(/\.tsx?$/, '')
    .split('.');
  // The lint rule `filename-case` looks at files.
  for (const folder of folders.filter((folder) => !WORD.test(folder))) {
    faults.push(`${path}: "${folder}" is not kebab-case`);
  }
  for (const word of [...folders, name]) {
    if (word.split('-').some((part) => BANNED.test(part))) {
      faults.push(`${path}: "${word}" says nothing about what is inside`);
    }
  }
  const [, allowed] = KINDS.find(([place]) => path.startsWith(place)) ?? ['', []];
  // A test carries the name of what it tests: `apns.sender.spec.ts`.
  const test = TESTS.includes(kinds.at(-1) ?? '');
  const known = test ? [...KINDS.flatMap(([, list]) => list), ...TESTS] : allowed;
  faults.push(
    ...kinds
      .filter((kind) => !known.includes(kind))
      .map((kind) => `${path}: ".${kind}" is no kind of file here (${known.join(', ')})`),
  );
  if (
    path.startsWith('migrations/') &&
    !test &&
    !['data-source', 'migration-list'].includes(name) &&
    !/^\d{4}-/.test(name)
  ) {
    faults.push(`${path}: a migration begins with four digits`);
  }
  if (name === 'index' && !test && !ENTRY_POINT.test(path)) {
    faults.push(`${path}: only a module, a part (.ladders.cjs) and a package have an index.ts`);
  }
  for (const [, found] of (test ? '' : codeOf(path)).matchAll(BANNED_CLASS)) {
    faults.push(`${path}: class ${found} says nothing about what it is`);
  }
  return faults;
}

const paths = ['apps', 'lab', 'libs', 'migrations', 'packages', 'test'].flatMap((folder) => filesOf(folder, /\.tsx?$/));
report(paths.flatMap(faultsOf), `${paths.length} files carry names of the house`);
