import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPTS = '../../../scripts/tests';
const { listChanged, listFiles, selectTests } = (await import(
  new URL(`${SCRIPTS}/changed.mjs`, import.meta.url).href
)) as {
  listChanged: (root: string, base: string) => string[];
  listFiles: (root: string) => string[];
  selectTests: (input: object) => { run: string[]; left: string[]; seconds: number };
};

const FILES = {
  'libs/users/user.repository.ts': "import { hash } from '#platform/crypto';\nexport const find = hash;",
  'libs/users/user.service.ts': "import { find } from './user.repository.js';\nexport const get = find;",
  'libs/users/index.ts': "export { get } from './user.service.js';",
  'libs/users/user.types.ts': 'export interface User { id: number }',
  'libs/platform/crypto/index.ts': "export const hash = 1;\nimport type { User } from '../../users/user.types.js';",
  'libs/users/user.repository.db-spec.ts': "import { find } from './user.repository.js';",
  'libs/inbox/inbox.spec.ts': "import { get } from '#libs/users';",
  'libs/events/event.spec.ts': 'export {};',
  'test/contract/users/users.contract.http-spec.ts': "import { get } from '#libs/users';",
  'test/e2e/chaos.e2e-spec.ts': 'export {};',
  'test/panel/people/people.e2e-spec.ts': 'export {};',
  'test/checks/links.spec.ts': 'export {};',
  'apps/panel/people/people-screen.tsx': 'export {};',
};
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'herald-changed-'));
  for (const [path, text] of Object.entries(FILES)) {
    write(path, text);
  }
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('Selection of tests for a change', () => {
  it('A changed repository selects its own test, those that reach it by imports, and those that enumerate', () => {
    expect(select('libs/users/user.repository.ts').run).toEqual([
      'test/checks/links.spec.ts',
      'libs/users/user.repository.db-spec.ts',
      'test/contract/users/users.contract.http-spec.ts',
      'libs/inbox/inbox.spec.ts',
      'test/panel/people/people.e2e-spec.ts',
    ]);
  });

  it('An import of types alone reaches no test', () => {
    expect(select('libs/users/user.types.ts').run).not.toContain('libs/inbox/inbox.spec.ts');
  });

  it('A changed package selects tests that import it by its name', () => {
    write('packages/wire/client.ts', 'export const connect = 1;');
    write('packages/wire/index.ts', "export { connect } from './client.js';");
    write('libs/channels/session.spec.ts', "import { connect } from '#wire';");
    expect(select('packages/wire/client.ts').run).toContain('libs/channels/session.spec.ts');
    expect(select('packages/wire/client.ts').run).not.toContain('libs/events/event.spec.ts');
  });

  it('A changed screen selects the stories of the panel, which no import shows', () => {
    expect(select('apps/panel/people/people-screen.tsx').run).toEqual([
      'test/checks/links.spec.ts',
      'test/panel/people/people.e2e-spec.ts',
    ]);
  });

  it('Tests beyond the time are left out, the farthest first', () => {
    const { run, left } = select('libs/users/user.repository.ts', 3);
    expect(run.slice(1)).toEqual([
      'libs/users/user.repository.db-spec.ts',
      'test/contract/users/users.contract.http-spec.ts',
    ]);
    expect(left).toEqual(['libs/inbox/inbox.spec.ts', 'test/panel/people/people.e2e-spec.ts']);
  });

  it('A test of the full ring is selected only when the change touches it', () => {
    expect(select('libs/users/user.repository.ts').run).not.toContain('test/e2e/chaos.e2e-spec.ts');
    expect(select('test/e2e/chaos.e2e-spec.ts').run).toContain('test/e2e/chaos.e2e-spec.ts');
  });

  it('Changed files are those that differ from the commit, with deleted and new ones', () => {
    write('libs/users/user.service.ts', 'export const get = 2;');
    write('libs/users/new.ts', 'export {};');
    rmSync(join(root, 'libs/events/event.spec.ts'));
    expect(listChanged(root, 'HEAD').toSorted()).toEqual([
      'libs/events/event.spec.ts',
      'libs/users/new.ts',
      'libs/users/user.service.ts',
    ]);
    expect(listFiles(root)).toContain('libs/users/new.ts');
  });
});

function select(changed: string, seconds = 100): { run: string[]; left: string[] } {
  return selectTests({
    root,
    files: listFiles(root),
    changed: [changed],
    enumerations: ['test/checks/'],
    fullOnly: ['test/e2e/chaos.e2e-spec.ts'],
    secondsOf: () => 1,
    seconds,
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: root });
}
