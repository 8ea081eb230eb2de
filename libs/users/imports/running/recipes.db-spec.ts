import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SYSTEM } from '#libs/audit';
import type { FileFormat } from '#platform/records';
import { fileOf } from '../../../../test/support/rooms/import-lines.js';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';

const shop = registeredUsers();
const FOLDER = new URL('../../../../docs/imports/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const ATTRIBUTES = [
  { code: 'city', dataType: 'STRING' },
  { code: 'loyalty_points', dataType: 'INT' },
  { code: 'birthday', dataType: 'DATE' },
  { code: 'favourites', dataType: 'STRING', array: true },
];
const IOS = 'ce777617da7f548fe7a9ab6febb56cf39fba6d382000c0395666288d961ee566';
const ANDROID = 'fZ9xQ0exampleRegistrationToken:APA91bExampleExampleExample';

async function importExample(app: number, file: string, format: FileFormat) {
  const mapping = parse(read(`${file}.yaml`)) as Record<string, unknown>;
  return shop.room.imports.importFile(
    app,
    { format, mapping, dryRun: false },
    fileOf(read(`${file}.${format}`), 64),
    SYSTEM,
  );
}

async function devicesOf(app: number, extId: string): Promise<(string | boolean)[][]> {
  const { devices } = await shop.room.devices.getDevices(app, extId, false);
  return devices.map(({ platform, token, pushPermitted }) => [platform, token ?? '', pushPermitted]).toSorted();
}

const consentOf = (app: number, extId: string) =>
  shop.fresh.db.row(
    'SELECT u.email_opt_in AS email, u.sms_opt_in AS sms FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2',
    [app, extId],
  );

describe('Recipes of docs/import.md', { timeout: 120_000 }, () => {
  it.each([
    ['onesignal', 'csv', { lines: 6, skipped: 2, refused: 0, created: 2 }],
    ['braze', 'ndjson', { lines: 3, skipped: 1, refused: 0, created: 2 }],
    ['parse', 'ndjson', { lines: 3, skipped: 1, refused: 0, created: 1 }],
    ['same-interface', 'ndjson', { lines: 2, skipped: 0, refused: 0, created: 2 }],
  ] as const)('The example of %s is imported, and changes nothing the second time', async (file, format, counts) => {
    const app = await shop.anApplication({ attributes: ATTRIBUTES });
    expect((await importExample(app, file, format)).counts).toMatchObject(counts);
    const feed = await shop.feed(app);
    expect((await importExample(app, file, format)).counts).toMatchObject({ created: 0, changed: 0 });
    expect(await shop.feed(app)).toEqual(feed);
  });

  it('The recipe for OneSignal makes one user of several subscriptions, and attributes of tags', async () => {
    const app = await shop.anApplication({ attributes: ATTRIBUTES });
    await importExample(app, 'onesignal', 'csv');
    expect(await shop.profile('cust-1001', app)).toEqual({
      city: 'Izmir',
      country: 'TR',
      language: 'tr',
      loyalty_points: 120,
      email: 'jo@example.com',
      platform: 'IOS',
    });
    expect(await shop.profile('cust-1002', app)).toEqual({
      city: 'Ankara',
      country: 'DE',
      language: 'en',
      platform: 'ANDROID',
      msisdn: '+4915112345678',
    });
    expect(await devicesOf(app, 'cust-1001')).toEqual([['IOS', IOS, true]]);
    expect(await devicesOf(app, 'cust-1002')).toEqual([['ANDROID', ANDROID, false]]);
    expect(await consentOf(app, 'cust-1001')).toEqual({ email: false, sms: true });
  });

  it('The recipe for Braze imports addresses, attributes and every push token', async () => {
    const app = await shop.anApplication({ attributes: ATTRIBUTES });
    await importExample(app, 'braze', 'ndjson');
    expect(await shop.profile('cust-1001', app)).toEqual({
      city: 'Izmir',
      loyalty_points: 120,
      birthday: Date.UTC(1990, 11, 31),
      country: 'TR',
      language: 'tr',
      favourites: ['shoes', 'bags'],
      email: 'jo@example.com',
      msisdn: '+905321234567',
      platform: 'ANDROID',
    });
    expect(await devicesOf(app, 'cust-1001')).toEqual([
      ['ANDROID', ANDROID, false],
      ['IOS', IOS, true],
    ]);
    expect(await devicesOf(app, 'cust-1002')).toEqual([]);
    expect(await consentOf(app, 'cust-1002')).toEqual({ email: false, sms: true });
  });

  it('The recipe for Parse imports the installations of one user, and channels as tags', async () => {
    const app = await shop.anApplication({ attributes: ATTRIBUTES });
    await importExample(app, 'parse', 'ndjson');
    expect(await devicesOf(app, 'cust-1001')).toEqual([
      ['ANDROID', ANDROID, true],
      ['IOS', IOS, true],
    ]);
    expect((await shop.usersOf(app)).get('cust-1001')?.tags).toEqual(['news', 'offers']);
  });

  it('The recipe for the same interface imports the answers of getDevices and getProfileAttributes', async () => {
    const app = await shop.anApplication({ attributes: ATTRIBUTES });
    await importExample(app, 'same-interface', 'ndjson');
    expect(await shop.profile('cust-1001', app)).toEqual({
      city: 'Izmir',
      loyalty_points: 120,
      email: 'jo@example.com',
      msisdn: '+905321234567',
      platform: 'ANDROID',
    });
    expect(await devicesOf(app, 'cust-1001')).toEqual([
      ['ANDROID', ANDROID, false],
      ['IOS', IOS, true],
    ]);
    expect(await devicesOf(app, 'cust-1002')).toEqual([]);
  });
});
