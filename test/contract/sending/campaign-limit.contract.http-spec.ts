import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';

const ALL = { sendToAll: true };
const USERS = 200;
const PLATFORMS = ['IOS', 'ANDROID', 'EMAIL'];
const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', platforms: PLATFORMS };
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const numbers = Array.from({ length: USERS }, (_, n) => n);
  await sending.post(
    'registerUsers',
    numbers.map((n) => ({
      extId: `u${n}`,
      platform: 'IOS',
      deviceToken: n.toString(16).padStart(64, '0'),
      email: `u${n}@example.com`,
    })),
  );
  await sending.post(
    'registerUsers',
    numbers.slice(0, 100).map((n) => ({ extId: `u${n}`, platform: 'ANDROID', deviceToken: `droid-${n}` })),
  );
});

afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

/** Users that got something of a key, by platform number. */
async function reached(key: number): Promise<Map<number, Set<number>>> {
  const rows = await sending.gateway.fresh.db.rows<{ platform: number; uids: number[] }>(
    `SELECT r.platform, json_agg(r.uid) AS uids FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.notification_key = $1 AND r.status = 1 GROUP BY r.platform`,
    [key],
  );
  return new Map(rows.map(({ platform, uids }) => [platform, new Set(uids)]));
}

function together(sets: Iterable<Set<number>>): Set<number> {
  return new Set([...sets].flatMap((set) => [...set]));
}

describe('4.2 Limit of users', () => {
  it.each([
    ['at the top', { message: MESSAGE, limit: 37 }],
    ['inside message', { message: { ...MESSAGE, limit: 37 } }],
    ['the smaller of two', { message: { ...MESSAGE, limit: 37 }, limit: 90 }],
  ])('A limit (%s) reaches exactly that many users, each on all their platforms', async (_, body) => {
    const key = await sending.bulk({ ...body, target: ALL });
    await sending.drain();
    const platforms = await reached(key);
    const users = together(platforms.values());
    expect(users.size).toBe(37);
    expect(platforms.get(1)).toEqual(users);
    expect(platforms.get(11)).toEqual(users);
    const { planned, settled, state } = await sending.dispatch(key);
    expect([planned, state]).toEqual([settled, 3]);
  });

  it('A limit of a platform bounds only that platform', async () => {
    const message = { ...MESSAGE, android: { limit: 10 } };
    const key = await sending.bulk({ message, target: ALL });
    await sending.drain();
    const platforms = await reached(key);
    expect([platforms.get(1)?.size, platforms.get(2)?.size, platforms.get(11)?.size]).toEqual([USERS, 10, USERS]);
  });

  it('A limit of a platform and a limit of all users apply together', async () => {
    const message = { ...MESSAGE, platforms: ['IOS', 'ANDROID'], ios: { limit: 20 }, android: { limit: 5 } };
    const key = await sending.bulk({ message, target: ALL, limit: 12 });
    await sending.drain();
    const platforms = await reached(key);
    expect(together(platforms.values()).size).toBe(12);
    expect(platforms.get(1)?.size ?? 0).toBeLessThanOrEqual(12);
    expect(platforms.get(2)?.size ?? 0).toBeLessThanOrEqual(5);
  });

  it('A limit above the size of the audience leaves no user out', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: ALL, limit: 1_000_000 });
    await sending.drain();
    expect((await reached(key)).get(1)?.size).toBe(USERS);
  });

  it('A limit draws other users for another campaign', async () => {
    const keys = [0, 1].map(() => sending.bulk({ message: MESSAGE, target: ALL, limit: 50 }));
    const [first, second] = await Promise.all(keys);
    await sending.drain();
    const firstReached = (await reached(first ?? 0)).get(1);
    const secondReached = (await reached(second ?? 0)).get(1);
    expect(firstReached?.size).toBe(50);
    expect(firstReached).not.toEqual(secondReached);
  });

  it('A launch that continues after a crash keeps the drawn users, although others have registered', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: ALL, limit: 40 });
    await sending.launchDue();
    const { db } = sending.gateway.fresh;
    const cut = 'SELECT dispatch_id FROM delivery.dispatch WHERE notification_key = $1';
    const frozen = await db.rows('SELECT ids FROM delivery.chunk WHERE dispatch_id = (' + cut + ') ORDER BY channel', [
      key,
    ]);
    // A crash before the first stored range leaves only the sample.
    await db.affected(`DELETE FROM delivery.chunk WHERE dispatch_id = (${cut})`, [key]);
    await db.affected(`DELETE FROM delivery.left_out WHERE dispatch_id = (${cut})`, [key]);
    await db.affected(
      'UPDATE delivery.dispatch SET state = 1, vb_next = 0, planned = 0, lease_until = NULL WHERE notification_key = $1',
      [key],
    );
    await sending.post(
      'registerUsers',
      Array.from({ length: 300 }, (_, n) => ({
        extId: `late-${n}`,
        platform: 'IOS',
        deviceToken: (5000 + n).toString(16).padStart(64, '0'),
      })),
    );
    await sending.launchDue();
    const again = await db.rows('SELECT ids FROM delivery.chunk WHERE dispatch_id = (' + cut + ') ORDER BY channel', [
      key,
    ]);
    expect(again).toEqual(frozen);
    await sending.drain();
    expect(together((await reached(key)).values()).size).toBe(40);
  });
});
