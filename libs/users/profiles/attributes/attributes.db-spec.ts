import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let app: string;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(() => {
  app = `app-${(apps += 1)}`;
});

const apply = (attributes: unknown, more: object = {}, dryRun = false) =>
  room.applying.apply({ app, attributes, ...more }, { dryRun });
const applyAndListChanges = async (...args: Parameters<typeof apply>) =>
  (await apply(...args)).differences
    .filter(({ subject }) => subject.startsWith('attributes'))
    .map(({ change, subject }) => `${change} ${subject}`);

const AGE = { code: 'age', dataType: 'INT', label: 'Age' };
const CITY = { code: 'city', dataType: 'STRING', options: ['Ankara', 'Izmir'] };

describe('Section attributes of an application file', () => {
  it('The section defines attributes, and changes nothing when applied again', async () => {
    expect(await applyAndListChanges([AGE, CITY])).toEqual(['add attributes: age', 'add attributes: city']);
    expect(await applyAndListChanges([AGE, CITY])).toEqual([]);
    const appId = (await apply([])).app.id;
    const definitions = await room.users.getAttributesByCode(appId);
    expect(definitions.get('age')).toMatchObject({ dataType: 'INT', label: 'Age', array: false, locked: false });
    expect(definitions.get('city')).toMatchObject({ options: ['Ankara', 'Izmir'], locked: true });
    expect(definitions.get('email')).toMatchObject({ dataType: 'STRING', locked: true });
  });

  it('The section changes details of an attribute, and refuses another type', async () => {
    await apply([AGE]);
    expect(await applyAndListChanges([{ ...AGE, label: 'Years' }])).toEqual(['change attributes: age']);
    await expect(apply([{ ...AGE, dataType: 'STRING' }])).rejects.toMatchObject({
      code: 2004,
      message: 'attributes[0].dataType: age is INT',
    });
    await expect(apply([{ code: 'city', dataType: 'INT' }])).rejects.toMatchObject({ code: 2004 });
  });

  it('The section may list built-in attributes', async () => {
    expect(await applyAndListChanges([{ code: 'name', dataType: 'STRING' }])).toEqual([]);
    expect(await applyAndListChanges([{ code: 'name', dataType: 'STRING', label: 'First name' }])).toEqual([
      'add attributes: name',
    ]);
  });

  it('A code that is removed and defined again gets a new id without the old values', async () => {
    const appId = (await apply([AGE, CITY])).app.id;
    await room.registration.setProfileAttributes(appId, [{ extId: 'a', profile: { age: 34, city: 'Izmir' } }]);
    expect(await applyAndListChanges([], { prune: true })).toEqual([
      'remove attributes: city',
      'remove attributes: age',
    ]);
    expect((await room.devices.getProfileAttributes(appId, 'a')).profile).toEqual({ city: 'Izmir' });
    await expect(
      room.registration.setProfileAttributes(appId, [{ extId: 'a', profile: { age: 35 } }]),
    ).rejects.toMatchObject({ code: 2004 });
    await apply([AGE]);
    expect((await room.devices.getProfileAttributes(appId, 'a')).profile).toEqual({ city: 'Izmir' });
    await room.registration.setProfileAttributes(appId, [{ extId: 'a', profile: { age: 36 } }]);
    expect((await room.devices.getProfileAttributes(appId, 'a')).profile).toEqual({ age: 36, city: 'Izmir' });
  });

  it('A dry run does not define the attributes', async () => {
    await apply([]);
    expect(await applyAndListChanges([AGE], {}, true)).toEqual(['add attributes: age']);
    expect(await applyAndListChanges([AGE])).toEqual(['add attributes: age']);
  });

  it.each([
    ['text', 'attributes should be a list'],
    [[{ code: '$or', dataType: 'INT' }], 'attributes[0].code'],
    [[{ code: 'a', dataType: 'NUMBER' }], 'attributes[0].dataType'],
    [[AGE, AGE], 'attributes[1].code'],
    [[{ code: 'a', dataType: 'INT', options: ['x'] }], 'attributes[0].options'],
    [[{ code: 'a', dataType: 'INT', options: [] }], 'attributes[0].options'],
    [[{ code: 'a', dataType: 'INT', aray: true }], 'attributes[0].aray'],
  ])('The section attributes %j is refused', async (attributes, names) => {
    await expect(apply(attributes)).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining(names) as string,
    });
  });
});
