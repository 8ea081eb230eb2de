import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const house = (): CopiedTree =>
  new CopiedTree([]).write('libs/users/index.ts', '').write('libs/users/user-lookup.service.ts', '');

describe('Check of names', () => {
  it('The check accepts names that follow the rules', () => {
    const parts = house().write('libs/users/devices/index.ts', '').write('libs/platform/ids/index.ts', '');
    expect(parts.script('checks/names')).toMatchObject({ code: 0 });
  });

  it.each([
    ['libs/users/users.manager.ts', '".manager" is no kind of file here'],
    ['libs/users/users.controller.ts', '".controller" is no kind of file here'],
    ['apps/gateway/rest/users.repository.ts', '".repository" is no kind of file here'],
    ['libs/users/deviceTokens/tokens.ts', '"deviceTokens" is not kebab-case'],
    ['libs/users/utils/dates.ts', '"utils" says nothing'],
    ['libs/users/date-helpers.ts', '"date-helpers" says nothing'],
    ['libs/delivery/sending/index.ts', 'only a module, a part (.ladders.cjs) and a package have an index.ts'],
    ['libs/users/devices/tokens/index.ts', 'only a module, a part (.ladders.cjs) and a package have an index.ts'],
    ['migrations/more.ts', 'a migration begins with four digits'],
  ])('The check refuses the path %s', (path, fault) => {
    const { code, output } = house().write(path, '').script('checks/names');
    expect(output).toContain(`${path}: ${fault}`);
    expect(code).toBe(1);
  });

  it('The check refuses a class name that does not say what the class is', () => {
    const planted = house().write(
      'libs/users/devices.ts',
      '/** class BaseReader is only told of */\nexport class DeviceManager {}\n',
    );
    const { code, output } = planted.script('checks/names');
    expect(output).toBe('libs/users/devices.ts: class DeviceManager says nothing about what it is\n');
    expect(code).toBe(1);
  });
});
