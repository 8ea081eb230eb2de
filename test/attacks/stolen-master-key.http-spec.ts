import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LinkTokenService } from '#libs/delivery/engagement';
import { ApplyService } from '#libs/tenancy';
import { MasterKey, readPreviousKeys } from '#platform/crypto';
import { IdempotencyRepository, IdempotencyService } from '#platform/idempotency';
import { ResealingService } from '#platform/resealing';
import { ClockService } from '#platform/runtime';
import { SEALED_COLUMNS } from '#libs/identity';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';
import { openTenancyRoom, type TenancyRoom } from '../support/rooms/tenancy-room.js';

/** The key of the gateway under test: it was stolen. */
const STOLEN = 'x'.repeat(32);
const NEXT = 'the next master key of the operator';
const SIMULATED = { simulator: true };
const ANSWERS = 250;
/** Two webhooks, three accounts, a salt and an identity key. */
const SECRETS = 7;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(undefined, {}, undefined, false);
  const { app, appId, fresh } = gateway;
  const hooks = ['crm', 'billing'].map((name) => ({ name, ...SIMULATED }));
  const channels = { apns: SIMULATED, smtp: SIMULATED, sms: SIMULATED };
  await app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { permanentDeletion: true }, hooks, channels }, { dryRun: false });
  await gateway.call('/rest/3.0/deleteUsersPermanently', { body: { extIds: ['u'] } });
  const repository = new IdempotencyRepository(fresh.db);
  const answers = new IdempotencyService(fresh.db, repository, new MasterKey(STOLEN), new ClockService());
  for (let index = 0; index < ANSWERS; index++) {
    const request = { appId, scope: 'rest POST /x', key: `key-${index}`, fingerprint: Buffer.from('f') };
    await answers.run(request, async () => ({ index }));
  }
});
afterAll(() => gateway.close());

const resealing = (key: MasterKey) => new ResealingService(gateway.fresh.db, key);
const count = (key: MasterKey) => resealing(key).countValues(SEALED_COLUMNS);

async function withRoom<T>(env: Record<string, string>, work: (room: TenancyRoom) => Promise<T>): Promise<T> {
  const room = await openTenancyRoom({ url: gateway.fresh.url, db: gateway.fresh.db }, { env });
  try {
    return await work(room);
  } finally {
    await room.close();
  }
}

describe('Stolen MASTER_KEY', () => {
  const both = new MasterKey(NEXT, [STOLEN]);
  const next = new MasterKey(NEXT);
  const findAccount = (env: Record<string, string>) =>
    withRoom(env, ({ accounts }) => accounts.findAccount(gateway.appId, 'smtp'));

  it('MASTER_KEY is replaced while credentials can be opened at every moment', async () => {
    const before = await findAccount({ MASTER_KEY: STOLEN, MASTER_KEY_PREVIOUS: NEXT });
    expect(await findAccount({ MASTER_KEY: NEXT, MASTER_KEY_PREVIOUS: STOLEN })).toEqual(before);
    await expect(findAccount({ MASTER_KEY: NEXT })).rejects.toThrow(/^Sealed under key/);
    expect(await count(both)).toEqual({ current: 0, previous: ANSWERS + SECRETS, unknown: 0 });
    expect(await count(next)).toEqual({ current: 0, previous: 0, unknown: ANSWERS + SECRETS });
  });

  it('A stolen MASTER_KEY opens nothing after a resealing that was interrupted and started again', async () => {
    let batches = 0;
    const stopped = resealing(both).resealValues(SEALED_COLUMNS, async (_, { table }) => {
      batches += table === 'platform.idempotency' ? 1 : 0;
      if (batches === 2) {
        throw new Error('the machine is gone');
      }
    });
    await expect(stopped).rejects.toThrow('the machine is gone');
    expect(await count(both)).toEqual({ current: SECRETS + 100, previous: ANSWERS - 100, unknown: 0 });

    expect(await resealing(both).resealValues(SEALED_COLUMNS, async () => undefined)).toBe(ANSWERS - 100);
    expect(await resealing(both).resealValues(SEALED_COLUMNS, async () => undefined)).toBe(0);
    expect(await count(next)).toEqual({ current: ANSWERS + SECRETS, previous: 0, unknown: 0 });
    expect(await count(new MasterKey(STOLEN))).toEqual({ current: 0, previous: 0, unknown: ANSWERS + SECRETS });

    const after = await findAccount({ MASTER_KEY: NEXT });
    expect(after).toMatchObject({ version: 1, credentials: { password: expect.any(String) as string } });
    await expect(findAccount({ MASTER_KEY: STOLEN })).rejects.toThrow(/^Sealed under key/);
  });

  it('A resealing leaves values sealed under an unknown key unchanged', async () => {
    const { db } = gateway.fresh;
    const other = new MasterKey('a master key that the operator has lost').seal('1', 'x');
    await db.affected(`UPDATE platform.idempotency SET answer = $1 WHERE key = 'key-7'`, [other]);
    expect(await resealing(both).resealValues(SEALED_COLUMNS, async () => undefined)).toBe(0);
    expect(await count(both)).toMatchObject({ unknown: 1 });
  });

  it('Links of messages signed with a stolen MASTER_KEY are recognised while it is a previous key', async () => {
    const ref = { dispatchId: 48_213, channel: 5, recipientId: 3_210_123 };
    const token = new LinkTokenService(new MasterKey(STOLEN)).createToken('unsubscribe', ref);
    expect(new LinkTokenService(both).readToken('unsubscribe', token)).toMatchObject(ref);
    expect(new LinkTokenService(next).readToken('unsubscribe', token)).toBeNull();
    expect(new LinkTokenService(both).createToken('unsubscribe', ref)).toBe(
      new LinkTokenService(next).createToken('unsubscribe', ref),
    );
  });
});

it.each([
  [undefined, []],
  [STOLEN, [STOLEN]],
  [`${STOLEN}, ${NEXT}`, [STOLEN, NEXT, `${STOLEN}, ${NEXT}`]],
  ['one key, with a comma in the middle of it', ['one key, with a comma in the middle of it']],
])('MASTER_KEY_PREVIOUS %j is read as %j', (text, keys) => {
  expect(readPreviousKeys(text)).toEqual(keys);
});
