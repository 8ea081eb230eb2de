import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { SealingService } from '#libs/users/profiles';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

const WRITERS = 12;
const ROUNDS = 16;
/** A change that takes longer is a fault. */
const MAX_ROUNDS = 500;
/** The index passes a change when no older transaction of the whole server is open. */
const PATIENCE = { timeout: 25_000, interval: 100 };
const OPERATIONS = ['setProfileAttributes', 'registerUsers'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(undefined, { INDEX_LEAST_USERS: '1' }, undefined, false);
});
afterAll(() => gateway.close());

/** Sealed attributes stay for good. */
const sealed: object[] = [];
const apply = (attributes: object[]): Promise<unknown> =>
  gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', attributes: [...sealed, ...attributes], prune: true }, { dryRun: false });
const post = (operation: string, body: unknown) => gateway.call(`/rest/3.0/${operation}`, { body });

async function profileOf(extId: string): Promise<Record<string, unknown>> {
  const { json } = await gateway.call(`/rest/3.0/getProfileAttributes?extId=${extId}`, { method: 'GET' });
  return (json as { profile: Record<string, unknown> }).profile;
}

/** Every value of one code as the rows have it, with any seal. */
async function storedValues(code: string): Promise<unknown[]> {
  const rows = await gateway.fresh.db.rows<{ value: unknown }>(
    `SELECT u.attrs -> a.attr_id::text AS value
       FROM users.app_user AS u JOIN users.attribute_def AS a ON a.app_id = u.app_id AND a.code = $2
      WHERE u.app_id = $1 AND u.attrs ? a.attr_id::text`,
    [gateway.appId, code],
  );
  return rows.map(({ value }) => value);
}

interface Written {
  extId: string;
  /** The last value that was acknowledged. */
  last: unknown;
  /** Set when it was asked for after the change was done. */
  isAfter: boolean;
  statuses: Set<number>;
}

/** Users whose attribute is written in turn, each value once, while `change` happens, until each has a later value. */
async function writeBeside(
  code: string,
  valueOf: (n: number, isChanging: boolean) => unknown,
  change: () => Promise<unknown>,
): Promise<Written[]> {
  let [hasBegun, isDone, written] = [false, false, 0];
  let begin: () => void = () => undefined;
  const half = new Promise<void>((resolve) => (begin = resolve));
  const changing = half.then(async () => {
    hasBegun = true;
    await change().finally(() => (isDone = true));
  });
  const writers = Array.from({ length: WRITERS }, async (_, writer): Promise<Written> => {
    const user: Written = { extId: `${code}-${writer}`, last: undefined, isAfter: false, statuses: new Set() };
    for (let round = 0; round < ROUNDS || (!user.isAfter && round < MAX_ROUNDS); round += 1) {
      const [isAfter, value] = [isDone, valueOf(round * WRITERS + writer, hasBegun)];
      const operation = OPERATIONS[(round + writer) % OPERATIONS.length] ?? '';
      const { status } = await post(operation, [{ extId: user.extId, profile: { [code]: value } }]);
      user.statuses.add(status);
      if (status === 200) {
        [user.last, user.isAfter] = [value, isAfter];
      }
      written += 1;
      if (written === (WRITERS * ROUNDS) / 2) {
        begin();
      }
    }
    return user;
  });
  const [users] = await Promise.all([Promise.all(writers), changing]);
  return users;
}

/** Counts by the index, one value after another, until it agrees with the profiles. */
async function expectIndexAgrees(code: string, users: readonly Written[]): Promise<void> {
  const index = gateway.app.get(IndexMaintenanceService);
  await index.buildIndexes();
  const values = await Promise.all(users.map(async ({ extId }) => (await profileOf(extId))[code]));
  const present = values.filter((value) => value !== undefined);
  const count = async (target: object): Promise<unknown> => {
    await index.followFeed();
    return (await post('targeting/count', { target: { profile: { [code]: target } } })).json;
  };
  await expect.poll(() => count({ $exists: true }), PATIENCE).toEqual({ count: present.length });
  for (const value of new Set(present)) {
    const expected = present.filter((other) => other === value).length;
    await expect.poll(() => count([value]), PATIENCE).toEqual({ count: expected });
  }
}

describe('Attributes that change while people write values', () => {
  it(
    'An attribute that is sealed during writes loses none of them, and no row has a clear value',
    { timeout: 90_000 },
    async () => {
      await apply([{ code: 'tax', dataType: 'STRING' }]);
      const sealings = gateway.app.get(SealingService);
      const users = await writeBeside(
        'tax',
        (n) => `clear-${n}`,
        async () => {
          sealed.push({ code: 'tax', dataType: 'STRING', sealed: true });
          await apply([]);
          // Without its grace it seals beside the writers.
          await sealings.processSealings(-60_000);
        },
      );
      await sealings.processSealings(-60_000);
      for (const { extId, last, statuses } of users) {
        expect([extId, await profileOf(extId)]).toEqual([extId, { tax: last }]);
        expect([...statuses]).toEqual([200]);
      }
      const stored = await storedValues('tax');
      expect(stored).toHaveLength(WRITERS);
      expect(stored.filter((value) => String(value).includes('clear'))).toEqual([]);
      await expectIndexAgrees('tax', users);
    },
  );

  it.each([
    { from: 'INT', to: 'STRING', old: (n: number) => n, next: (n: number) => `text-${n}` },
    { from: 'STRING', to: 'INT', old: (n: number) => `text-${n}`, next: (n: number) => n },
    { from: 'BOOLEAN', to: 'DOUBLE', old: (n: number) => n % 2 === 0, next: (n: number) => n + 0.5 },
  ])(
    'An attribute that changes from $from to $to during writes has values of the new type alone',
    { timeout: 90_000 },
    async ({ from, to, old, next }) => {
      const code = `size${from}`;
      await apply([{ code, dataType: from }]);
      const users = await writeBeside(
        code,
        (n, isChanging) => (isChanging ? next(n) : old(n)),
        async () => {
          await apply([]);
          await apply([{ code, dataType: to }]);
        },
      );
      const type = typeof next(1);
      for (const { extId, last, isAfter } of users) {
        const profile = await profileOf(extId);
        expect([extId, isAfter, profile]).toEqual([extId, true, { [code]: last }]);
      }
      const current = await gateway.fresh.db.row<{ id: number }>(
        'SELECT a.attr_id AS id FROM users.attribute_def AS a WHERE a.app_id = $1 AND a.code = $2 ORDER BY a.attr_id DESC LIMIT 1',
        [gateway.appId, code],
      );
      const rows = await gateway.fresh.db.rows<{ value: unknown }>(
        'SELECT u.attrs -> $2::text AS value FROM users.app_user AS u WHERE u.app_id = $1 AND u.attrs ? $2::text',
        [gateway.appId, String(current?.id)],
      );
      expect(rows.map(({ value }) => typeof value)).toEqual(users.map(() => type));
      await expectIndexAgrees(code, users);
    },
  );

  it.each([1, 2, 3])(
    'An attribute that is unset for all during writes keeps what was written afterwards (run %i)',
    { timeout: 90_000 },
    async (run) => {
      const code = `plan${run}`;
      await apply([{ code, dataType: 'INT' }]);
      const bystander = `${code}-bystander`;
      await post('setProfileAttributes', [{ extId: bystander, profile: { [code]: 7 } }]);
      const users = await writeBeside(
        code,
        (n) => n,
        async () => {
          expect((await post('deleteProfileAttributes', [{ profile: [code] }])).status).toBe(200);
        },
      );
      for (const { extId, last, isAfter, statuses } of users) {
        expect([...statuses]).toEqual([200]);
        expect([extId, isAfter, await profileOf(extId)]).toEqual([extId, true, { [code]: last }]);
      }
      expect(await profileOf(bystander)).toEqual({});
      await expectIndexAgrees(code, users);
    },
  );
});
