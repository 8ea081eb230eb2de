import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

/** users stands below delivery on the ladder. */
const copyTree = (): CopiedTree =>
  new CopiedTree(['.borders.cjs', '.ladders.cjs', 'tsconfig.json', 'package.json'])
    .write('apps/worker/main.ts', `import { b } from '#libs/delivery';\nexport const c = b;\n`)
    .write('libs/delivery/index.ts', `import { a } from '#libs/users';\nexport const b = a;\n`)
    .write('libs/users/index.ts', 'export const a = 1;\n')
    .write('libs/users/users.spec.ts', `import { b } from '#libs/delivery';\nexport const seen = b;\n`)
    .write('migrations/data-source.ts', 'export const none = 0;\n');

describe('Picture of imports', () => {
  it('The picture is the same for the same imports, and leaves tests out', () => {
    const drawn = copyTree();
    expect(drawn.script('picture')).toEqual({
      code: 0,
      output: 'docs/images/modules.svg: 2 imports between modules, 0 against the ladder\n',
    });
    expect(drawn.script('checks/picture')).toEqual({ code: 0, output: '' });
    drawn.write('libs/delivery/index.ts', 'export const b = 1;\n');
    expect(drawn.script('checks/picture')).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not what the sources say'),
    });
  });

  it('The picture script ends with 1 when an import goes up the ladder', () => {
    const planted = copyTree().write(
      'libs/users/registration.ts',
      `import type { b } from '#libs/delivery';\nexport type B = typeof b;\n`,
    );
    const { code, output } = planted.script('picture');
    expect(output).toContain('users imports delivery, against the ladder');
    expect(code).toBe(1);
  });
});
