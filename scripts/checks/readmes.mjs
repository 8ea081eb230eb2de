// Each module of libs, each part of one (.ladders.cjs), each package and the lab has a short README.md, and all names in it
// exist: paths from the root, and classes with their methods. A name is one of the folder itself or of the platform.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { codeOf, filesOf, lineAt, textOf } from './support/files.mjs';
import { report } from './support/report.mjs';

const { PARTS } = createRequire(import.meta.url)('../../.ladders.cjs');
const MAX_LINES = 40;
const CODE = /`([^`\n]+)`/g;
const PATH = /^[\w.-]+(\/[\w.-]+)+\/?$/;
const NAME = /^([A-Z]\w*[a-z]\w*)(?:\.([a-z]\w*))?$/;

const sourcesOf = (folder) => filesOf(folder, /(?<!spec)\.ts$/).map(codeOf);
const platform = sourcesOf('libs/platform');

function faultsOf(folder) {
  const path = `${folder}/README.md`;
  if (!existsSync(path)) {
    return [`${path} is missing`];
  }
  const text = textOf(path);
  const lines = text.trimEnd().split('\n').length;
  const sources = [...sourcesOf(folder), ...platform];
  return [
    ...(lines > MAX_LINES ? [`${path} has ${lines} lines, and ${MAX_LINES} are the maximum`] : []),
    ...[...text.matchAll(CODE)].flatMap(({ 1: code, index }) =>
      reasonsOf(code, sources).map((reason) => `${path}:${lineAt(text, index)} names ${code}, ${reason}`),
    ),
  ];
}

function reasonsOf(code, sources) {
  if (PATH.test(code)) {
    return existsSync(code) ? [] : ['which does not exist'];
  }
  const [, name, method] = NAME.exec(code) ?? [];
  if (name === undefined) {
    return [];
  }
  const source = sources.find((text) =>
    new RegExp(`\\b(class|interface|type|function|const|as) ${name}\\b`).test(text),
  );
  if (source === undefined) {
    return ['which neither the module nor the platform declares'];
  }
  return method === undefined || new RegExp(`^  .*\\b${method}\\b`, 'm').test(source)
    ? []
    : [`and ${name} has no ${method}`];
}

function listFolders(place) {
  const entries = existsSync(place) ? readdirSync(place, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${place}/${name}`);
}

const parts = Object.entries(PARTS).flatMap(([module, names]) => names.map((part) => `libs/${module}/${part}`));
const folders = [
  ...['libs', 'packages'].flatMap(listFolders),
  ...[...parts, 'lab'].filter((place) => existsSync(place)),
];
report(folders.flatMap(faultsOf), `${folders.length} folders have a README.md of at most ${MAX_LINES} lines`);
