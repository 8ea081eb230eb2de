import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const scriptOf = (name: string): string => new URL(`../../../scripts/setup/${name}.mjs`, import.meta.url).href;
const { isComplete } = (await import(scriptOf('install'))) as {
  isComplete: (folder: string, wanted: { tools: boolean }) => boolean;
};
const { isInRange } = (await import(scriptOf('node'))) as { isInRange: (version: string, range: string) => boolean };
const { slim } = (await import(scriptOf('slim'))) as { slim: (modules: string) => void };

const LOCKED = {
  '': { optionalDependencies: { bundler: '1.0.0', native: '1.0.0' } },
  'node_modules/library': { version: '1.0.0' },
  'node_modules/bundler': { version: '1.0.0', optional: true },
  'node_modules/native': { version: '1.0.0', optional: true, os: ['aix'] },
  'node_modules/tool': { version: '1.0.0', dev: true },
};
const RUNS = ['library', 'bundler'];

/** A folder with a lock file and some packages, as npm records them. */
function folderWith(names: readonly string[], version = '1.0.0'): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-set-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules', 'library'), { recursive: true });
  const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version }]));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
  return folder;
}

describe('isComplete', () => {
  it.each([
    [RUNS, true, false],
    [[...RUNS, 'tool'], true, true],
    [['library'], false, false],
    [['library', 'tool'], false, false],
  ])('With the packages %j a start is complete: %s, tests are complete: %s', (names, start, tests) => {
    const folder = folderWith(names);
    expect([isComplete(folder, { tools: false }), isComplete(folder, { tools: true })]).toEqual([start, tests]);
  });

  it('A package of another version is incomplete', () => {
    expect(isComplete(folderWith(RUNS, '1.0.1'), { tools: false })).toBe(false);
  });

  it('A folder without its type files is incomplete for tests', () => {
    const folder = folderWith([...RUNS, 'tool']);
    slim(join(folder, 'node_modules'));
    expect([isComplete(folder, { tools: false }), isComplete(folder, { tools: true })]).toEqual([true, false]);
  });
});

describe('Removal of needless files', () => {
  it('The removal keeps programs and licences', () => {
    const modules = join(folderWith(RUNS), 'node_modules');
    const library = join(modules, 'library');
    const left = ['LICENSE.md', 'NOTICE.md', 'index.js', 'package.json', 'types.ts'];
    [...left, 'README.md', 'index.d.ts', 'index.d.mts', 'index.js.map'].forEach((name) =>
      writeFileSync(join(library, name), ''),
    );
    slim(modules);
    expect(readdirSync(library).toSorted()).toEqual(left);
  });

  it('The removal goes on where an earlier one was interrupted', () => {
    const modules = join(folderWith(RUNS), 'node_modules');
    writeFileSync(join(modules, '.herald-slim'), '');
    writeFileSync(join(modules, 'library', 'README.md'), '');
    slim(modules);
    expect(readdirSync(join(modules, 'library'))).toEqual([]);
  });
});

describe('isInRange', () => {
  it.each([
    ['20.20.2', false],
    ['22.12.0', false],
    ['22.13.0', true],
    ['23.11.0', false],
    ['24.10.0', false],
    ['24.11.0', true],
    ['25.2.0', false],
    ['26.0.0', true],
    ['27.1.0', true],
  ])('The range of Node versions contains %s: %s', (version, isIn) => {
    expect(isInRange(version, '^22.13.0 || ^24.11.0 || >=26.0.0')).toBe(isIn);
  });
});
