import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

const LIMITS = 'scripts/structure/limits.json';
const SUPPORT = ['scripts/checks/support/refused-names.json'];
const SOURCE = 'libs/users/ids.service.ts';
const TEXT = `
/** Whether it holds. */
export const holds = true;
// Reads ids, which
// where they are many come in parts.
export class IdsService {
  constructor(readonly first: string) {} // As the module wants it.
}
`;
const tree = (): CopiedTree =>
  new CopiedTree([LIMITS, ...SUPPORT])
    .write(SOURCE, TEXT)
    .write('libs/users/ids.spec.ts', 'const ids = 1;')
    .write('libs/users/index.ts', "export { holds, IdsService } from './ids.service.js';");

describe('Structure of the tree', () => {
  it('The command counts comments that begin with a clause, and lines below each other as one comment', () => {
    const { output } = tree()
      .write(LIMITS, '{ "comments that begin with a clause, %": { "limit": 70, "goal": 3 } }')
      .script('structure');
    expect(output).toContain('ok    comments that begin with a clause, %: 66.67  (limit 70, goal 3)  2 of 3\n');
  });

  it('The command counts comments with a private word, whole words alone', () => {
    const planted = tree()
      .write(LIMITS, '{ "comments with private words, %": { "limit": 30 } }')
      .write(
        SOURCE,
        '/** Reads ids of Nobodyville. */\nexport const a = 1;\n/** Nobody reads it. */\nexport const b = 2;\n',
      );
    const { code, output } = planted.script('structure');
    expect(output).toContain('PAST  comments with private words, %: 50  (limit 30)  1 of 2\n');
    expect(code).toBe(1);
  });

  it('The command ends with 1 and names the figure that is past its limit', () => {
    const { code, output } = tree()
      .write(LIMITS, '{ "exports of the widest module": { "limit": 1 } }')
      .script('structure');
    expect(output).toContain('PAST  exports of the widest module: 2  (limit 1)  libs/users/index.ts\n');
    expect(code).toBe(1);
  });

  it('The command counts a part of a module as a module, and another folder as none', () => {
    const parts = tree()
      .write(LIMITS, '{ "exports of the widest module": { "limit": 1 } }')
      .write('libs/users/devices/index.ts', "export { a, b } from './a.js';")
      .write('libs/delivery/webhooks/index.ts', "export { a, b, c } from './a.js';")
      .write('libs/delivery/sending/index.ts', "export { a, b, c, d } from './a.js';");
    expect(parts.script('structure').output).toContain(
      'exports of the widest module: 3  (limit 1)  libs/delivery/webhooks/index.ts\n',
    );
  });

  it('The command counts views that other modules than their owner read, each once', () => {
    const read = (table: string): string => `export const SQL = \`SELECT 1 FROM ${table} AS t\`;\n`;
    const { code, output } = tree()
      .write(LIMITS, '{ "views that other modules read": { "limit": 1 } }')
      .write('libs/delivery/index.ts', '')
      .write('libs/users/user.repository.ts', read('users.v_app_user'))
      .write('libs/delivery/first.repository.ts', read('users.v_app_user'))
      .write('libs/delivery/second.repository.ts', read('users.v_app_user') + read('users.v_tag'))
      .script('structure');
    expect(output).toContain('PAST  views that other modules read: 2  (limit 1)  users.v_app_user, users.v_tag\n');
    expect(code).toBe(1);
  });

  it('A tree within all limits ends with 0', () => {
    expect(tree().write(LIMITS, '{}').script('structure')).toMatchObject({ code: 0 });
  });
});
