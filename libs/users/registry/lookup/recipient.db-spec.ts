import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';
import { bucketOf } from '#platform/ids';
import { InstallationRepository } from '../../devices/store/installation.repository.js';
import { fromInstallationId } from '../../identities/model/installation-id.js';
import { findDenseRanges } from './recipient.repository.js';
import type { PushRecipient } from './recipient.types.js';
import type { RegisteredInstallation } from '../installations/installation.types.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `app-${(apps += 1)}` }, { dryRun: false })).app.id;
});

const NOBODY: ReadonlyMap<number, number> = new Map();
const register = (request: object): Promise<RegisteredInstallation> =>
  room.installations.register(appId, { platform: 'IOS', ...request });
const instIdOf = (device: RegisteredInstallation): number => fromInstallationId(device.installationId) ?? Number.NaN;

async function uidOf(extId: string): Promise<number> {
  return (await room.users.findUidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;
}

async function read(device: RegisteredInstallation): Promise<PushRecipient[]> {
  return room.recipients.findRecipientsByInstallation(appId, [instIdOf(device)], { withProfile: false });
}

/** User of a device at the launch, if that is another than the present one. */
async function formerOwner(device: RegisteredInstallation, owners = NOBODY): Promise<number | undefined> {
  return (await room.recipients.findFormerOwners(appId, await read(device), owners)).get(instIdOf(device));
}

async function waitForBlockedStatement(): Promise<void> {
  const select = `SELECT FROM pg_locks WHERE NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while (!(await fresh.db.row(select))) {
    await sleep(10);
  }
}

describe('User of a frozen installation', () => {
  it('An installation that never changed its user has no former owner', async () => {
    const device = await register({ token: 't1', extId: 'a' });
    expect(await formerOwner(device)).toBeUndefined();
  });

  it('The former owner is the first user that the installation left, even after further changes', async () => {
    const device = await register({ token: 't1', extId: 'a' });
    await register({ ...device, extId: 'b' });
    expect(await formerOwner(device)).toBe(await uidOf('a'));
    await register({ ...device, extId: 'c' });
    expect(await formerOwner(device)).toBe(await uidOf('a'));
    await register({ ...device, extId: 'a' });
    expect(await formerOwner(device)).toBeUndefined();
  });

  it('The former owner is a later user when the installation was frozen for that one', async () => {
    const device = await register({ token: 't1', extId: 'a' });
    await register({ ...device, extId: 'b' });
    const owners = new Map([[instIdOf(device), await uidOf('b')]]);
    expect(await formerOwner(device, owners)).toBeUndefined();
    await register({ ...device, extId: 'a' });
    expect(await formerOwner(device, owners)).toBe(await uidOf('b'));
  });

  it('The former owner is the named user into which an anonymous one was merged', async () => {
    const device = await register({ token: 't1' });
    const frozen = await read(device);
    const owners = new Map(frozen.map(({ instId, uid }) => [instId, uid]));
    await register({ ...device, extId: 'a' });
    expect(await formerOwner(device)).toBeUndefined();
    expect(await formerOwner(device, owners)).toBeUndefined();
    await register({ ...device, extId: 'b' });
    expect(await formerOwner(device)).toBe(await uidOf('a'));
    expect(await formerOwner(device, owners)).toBe(await uidOf('a'));
  });
});

it('A device that changes its user between the two statements of a read is found', async () => {
  const device = await register({ token: 't1', extId: 'a' });
  await register({ ...device, extId: 'b' });
  const [from, to] = [await uidOf('b'), await uidOf('a')];
  expect(from % 1024).not.toBe(instIdOf(device) % 1024);
  const installations = new InstallationRepository(fresh.db);
  const reading = await fresh.db.tx(async (tx) => {
    await tx.affected('LOCK TABLE users.installation_home IN ACCESS EXCLUSIVE MODE');
    const started = read(device);
    await waitForBlockedStatement();
    await installations.moveToUser(tx, appId, instIdOf(device), from, to);
    return { started };
  });
  expect(await reading.started).toMatchObject([{ instId: instIdOf(device), uid: to, extId: 'a' }]);
});

describe('Devices of one bucket', () => {
  it('findDenseRanges distinguishes dense ids from scattered ones', () => {
    const inBucket = (...numbers: number[]): number[] => numbers.map((n) => n * 1024 + 5);
    expect(findDenseRanges(inBucket(1, 2, 3, 5))).toEqual([{ low: 1029, high: 5125 }]);
    expect(findDenseRanges([...inBucket(1, 2, 3, 4), ...[1, 2, 3, 4].map((n) => n * 1024 + 6)])).toHaveLength(2);
    expect(findDenseRanges(inBucket(1, 2, 3, 9))).toBeUndefined();
    expect(findDenseRanges([1029, 1030, 1031, 1032])).toBeUndefined();
    expect(findDenseRanges([])).toBeUndefined();
  });

  it('Devices that are read as a range equal those that are read one by one, even when some have moved', async () => {
    const names: string[] = [];
    for (let n = 0; names.length < 10; n++) {
      if (bucketOf(appId, `u${n}`) === bucketOf(appId, 'u0')) {
        names.push(`u${n}`);
      }
    }
    const own: RegisteredInstallation[] = [];
    for (const extId of names) {
      own.push(await register({ token: `${extId}-token`, extId }));
    }
    const [first, second] = own;
    const foreign = await register({ token: 'foreign', extId: 'x' });
    await register({ ...foreign, extId: names[3] });
    await register({ ...first, extId: 'y' });
    const asked = own.filter((device) => device !== second).map(instIdOf);
    expect(findDenseRanges(asked)).toHaveLength(1);
    const options = { withProfile: false };
    const together = await room.recipients.findRecipientsByInstallation(appId, asked, options);
    const single: PushRecipient[] = [];
    for (const id of asked) {
      single.push(...(await room.recipients.findRecipientsByInstallation(appId, [id], options)));
    }
    const byId = (a: PushRecipient, b: PushRecipient): number => a.instId - b.instId;
    expect(single.map(({ instId }) => instId)).toEqual(asked);
    expect(together.toSorted(byId)).toEqual(single.toSorted(byId));
    expect(together.find(({ instId }) => instId === asked[0])?.extId).toBe('y');
  });
});
