import { describe, expect, it } from 'vitest';
import { CopiedHouse } from './copied-tree.js';

const house = (): CopiedHouse =>
  new CopiedHouse([]).write('libs/users/index.ts', '').write('libs/users/user-lookup.service.ts', '');

describe('names', () => {
  it('lets the names of the house pass', () => {
    expect(house().script('checks/names')).toMatchObject({ code: 0 });
  });

  it.each([
    ['libs/users/users.manager.ts', '".manager" is no kind of file here'],
    ['libs/users/users.controller.ts', '".controller" is no kind of file here'],
    ['apps/gateway/rest/users.repository.ts', '".repository" is no kind of file here'],
    ['libs/users/deviceTokens.ts', '"deviceTokens" is not kebab-case'],
    ['libs/users/utils/dates.ts', '"utils" says nothing'],
    ['libs/users/date-helpers.ts', '"date-helpers" says nothing'],
    ['libs/users/devices/index.ts', 'only a room and a part of the platform has an index.ts'],
    ['migrations/more.ts', 'a migration begins with four digits'],
  ])('refuses %s', (path, fault) => {
    const { code, output } = house().write(path, '').script('checks/names');
    expect(output).toContain(`${path}: ${fault}`);
    expect(code).toBe(1);
  });

  it('refuses a class that says nothing about what it is', () => {
    const planted = house().write(
      'libs/users/devices.ts',
      '/** class BaseReader is only told of */\nexport class DeviceManager {}\n',
    );
    const { code, output } = planted.script('checks/names');
    expect(output).toBe('libs/users/devices.ts: class DeviceManager says nothing about what it is\n');
    expect(code).toBe(1);
  });
});

describe('surroundings and size', () => {
  const tracked = (path: string, text: string): CopiedHouse => {
    const planted = new CopiedHouse([]).write(path, text);
    planted.run('git', 'init', '--quiet');
    planted.run('git', 'add', '.');
    return planted;
  };

  it('lets settings be read in their one place', () => {
    expect(tracked('libs/platform/config/load.ts', 'process.env').script('checks/ambient')).toMatchObject({ code: 0 });
  });

  it('refuses process.env elsewhere, and files past 400 lines', () => {
    const elsewhere = tracked('libs/users/user-lookup.service.ts', 'process.env').script('checks/ambient');
    expect(elsewhere).toMatchObject({ code: 1, output: expect.stringContaining('reads process.env') });
    const long = tracked('libs/users/user-lookup.service.ts', '\n'.repeat(400)).script('checks/ambient');
    expect(long).toMatchObject({ code: 1, output: expect.stringContaining('has 401 lines') });
  });
});
