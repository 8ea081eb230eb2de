import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

const SOURCE = 'export class UserLookupService {\n  async findUids(): Promise<void> {}\n}\n';

const modules = (text: string): CopiedTree =>
  new CopiedTree([])
    .write('libs/users/lookup/user-lookup.service.ts', SOURCE)
    .write('libs/users/README.md', `# users\n\n${text}\n`);

describe('Check of READMEs of modules', () => {
  it('A README passes when its paths, classes and methods exist', () => {
    const text =
      '`libs/users/lookup`, `UserLookupService.findUids`, `users.app_user`, `GET /health/live`, `#libs/users`';
    expect(modules(text).script('checks/readmes')).toEqual({
      code: 0,
      output: '1 folders have a README.md of at most 40 lines\n',
    });
  });

  it('A README may name a class of the platform, and none of another module', () => {
    const tree = modules('`WorkQueue`')
      .write('libs/platform/README.md', '# platform\n')
      .write('libs/platform/background/work-queue.ts', 'export class WorkQueue {}\n');
    expect(tree.script('checks/readmes').code).toBe(0);
    tree.write('libs/platform/README.md', '# platform\n\n`UserLookupService`\n');
    expect(tree.script('checks/readmes').output).toBe(
      'libs/platform/README.md:3 names UserLookupService, which neither the module nor the platform declares\n',
    );
  });

  it.each(['libs/events', 'libs/users/devices', 'packages/http2-client', 'lab'])(
    'The check refuses %s without a README',
    (folder) => {
      const { code, output } = modules('').write(`${folder}/index.ts`, '').script('checks/readmes');
      expect(output).toBe(`${folder}/README.md is missing\n`);
      expect(code).toBe(1);
    },
  );

  it('The check accepts a README of 40 lines and refuses one of 41 lines', () => {
    expect(modules('x\n'.repeat(38)).script('checks/readmes').code).toBe(0);
    const { code, output } = modules('x\n'.repeat(39)).script('checks/readmes');
    expect(output).toBe('libs/users/README.md has 41 lines, and 40 are the maximum\n');
    expect(code).toBe(1);
  });

  it.each([
    ['libs/users/devices', 'names libs/users/devices, which does not exist'],
    ['docs/users.md', 'names docs/users.md, which does not exist'],
    ['UserFinderService', 'names UserFinderService, which neither the module nor the platform declares'],
    ['UserLookupService.findNames', 'names UserLookupService.findNames, and UserLookupService has no findNames'],
  ])('The check refuses the name %s', (name, fault) => {
    const { code, output } = modules(`Reads \`${name}\`.`).script('checks/readmes');
    expect(output).toBe(`libs/users/README.md:3 ${fault}\n`);
    expect(code).toBe(1);
  });
});
