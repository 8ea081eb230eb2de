// Contents of the archives of a release, from a clean copy of the sources with its build.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './packages.mjs';

/** Starts the command line from the unpacked folder: `node herald up`. */
const PROGRAM = "#!/usr/bin/env node\nimport './bin/herald.mjs';\n";
/** Read by nothing that runs: stamps of a build, the list of the panel's files for its test, and tests themselves. */
const NOT_RUN = /^dist\/(\.[\w-]+$|\.tsbuildinfo$|test\/|apps\/panel\/manifest\.json$)/;
const DOCUMENTS = /^(docs\/|README\.md$|CHANGELOG\.md$|SECURITY\.md$|\.env\.example$)/;
/** The sources that the command line itself reads. */
const STARTERS =
  /^(apps\/cli\/demo\/[\w-]+\.yaml$|bin\/|package-lock\.json$|scripts\/environment\.mjs$|scripts\/setup\/(run|node)\.mjs$)/;
const MANIFESTS = /^(k8s\/|docker\/|monitoring\/)/;

/**
 * Lists the files that run and the documents.
 *
 * @param {string} source  the copy of the sources, built
 * @param {string[]} tracked  its files in git
 * @param {string} notices
 * @returns {import('./archive.mjs').Entry[]}
 */
export function listProgram(source, tracked, notices) {
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  return [
    { name: 'herald', text: PROGRAM, isProgram: true },
    {
      name: 'package.json',
      text: `${JSON.stringify({ ...manifest, scripts: { start: 'node herald up' } }, null, 2)}\n`,
    },
    { name: 'THIRD-PARTY-NOTICES.txt', text: notices },
    ...pick(source, tracked, (path) => STARTERS.test(path) || DOCUMENTS.test(path)),
    ...listFiles(source, 'dist').filter(({ name }) => !NOT_RUN.test(name)),
  ];
}

/** The context of `docker build -`: what .dockerignore lets in, and the Dockerfile with the commit. */
export function listContext(source, tracked, commit) {
  const lines = readFileSync(join(source, '.dockerignore'), 'utf8').split('\n');
  const wanted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const isIn = (path) =>
    wanted.some((place) => path === place || path.startsWith(`${place}/`)) && !path.endsWith('spec.ts');
  const dockerfile = readFileSync(join(source, 'docker', 'Dockerfile'), 'utf8');
  if (!dockerfile.includes(NO_COMMIT)) {
    throw new Error(`docker/Dockerfile has no line ${NO_COMMIT.trim()}`);
  }
  return [
    { name: 'Dockerfile', text: dockerfile.replace(NO_COMMIT, `\nARG COMMIT=${commit}\n`) },
    ...pick(source, tracked, isIn),
  ];
}

const NO_COMMIT = '\nARG COMMIT=\n';

/** Compose, Kubernetes and monitoring, whose images are those of this version. */
export function listManifests(source, tracked, version) {
  return pick(source, tracked, (path) => MANIFESTS.test(path)).map(({ name, path }) => {
    const text = readFileSync(path, 'utf8');
    return { name, text: /\.ya?ml$|\.env\.example$/.test(name) ? nameVersion(text, version) : text };
  });
}

/** @param {string} text  of a manifest */
export function nameVersion(text, version) {
  return text
    .replace(/^(\s*(?:- )?image: herald)$/gm, `$1:${version}`)
    .replaceAll('herald:local', `herald:${version}`)
    .replace(/(\{ name: herald, [^}\n]*\bnewTag: )[\w.-]+/g, `$1${version}`);
}

/** @returns {string[]} files of the commit that is checked out */
export function listTracked(root) {
  const { stdout } = spawnSync('git', ['ls-tree', '-r', '-z', '--name-only', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return stdout.split('\0').filter((path) => path !== '');
}

function pick(source, tracked, isWanted) {
  return tracked.filter(isWanted).map((name) => ({ name, path: join(source, name) }));
}
