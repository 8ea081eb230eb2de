import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const OXLINT = join(process.cwd(), 'node_modules/oxlint/bin/oxlint');

describe('Lint rules of the repository', () => {
  it.each([
    ['libs/users/deviceTokens.ts', 'export const count = 1;\n', 'filename-case'],
    ['libs/users/users.service.ts', "export const home = process.env['HOME'];\n", 'no-process-env'],
    ['libs/users/long.ts', `export const count = 1;\n${'// a line\n'.repeat(400)}`, 'max-lines'],
    ['libs/users/mine.ts', 'export function next(mine: number): number {\n  return mine + 1;\n}\n', 'id-denylist'],
    [
      'libs/users/many.service.ts',
      `export class Many {\n  constructor(${'abcdefghi'
        .split('')
        .map((name) => `readonly ${name}: number`)
        .join()}) {}\n}\n`,
      'max-params',
    ],
  ])('The lint rules reject %s', (path, text, rule) => {
    const { code, output } = new CopiedTree(['.oxlintrc.json']).write(path, text).run(process.execPath, OXLINT);
    expect(output).toContain(rule);
    expect(code).toBe(1);
  });

  it('The lint rules let libs/platform/config/load.ts read the environment', () => {
    const tree = new CopiedTree(['.oxlintrc.json']);
    tree.write('libs/platform/config/load.ts', "export const home = process.env['HOME'];\n");
    expect(tree.run(process.execPath, OXLINT)).toMatchObject({ code: 0 });
  });
});
