import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const SALE = { title: 'Sale', text: 'Shoes', subject: 'Sale', from: 'shop@a.example', platforms: ['EMAIL'] };
const DAY = { name: 'day', most: 1, per: '24h', over: 'defer' };
const SETTINGS = { lateSends: { policy: 'ask', afterMinutes: 60 } };
let sending: Sending;
let groups = 0;

beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => apply({ prune: true, caps: [DAY], settings: SETTINGS }));

const db = () => sending.gateway.fresh.db;

/** Applies a part of the file. The policy of this process may be a second old. */
async function apply(file: object): Promise<void> {
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  await db().affected(
    `UPDATE contact_policy.policy AS p SET caps =
       (SELECT coalesce(jsonb_agg(c || '{"since": "2020-01-01T00:00:00.000Z"}'), '[]') FROM jsonb_array_elements(p.caps) AS c)`,
  );
  await new Promise((resolve) => setTimeout(resolve, 1010));
}

async function register(count: number): Promise<string> {
  const tag = `deferred-${(groups += 1)}`;
  const users = Array.from({ length: count }, (_, n) => {
    return { extId: `${tag}-${n}`, email: `${tag}-${n}@d.example`, emailOptIn: true, tags: [tag] };
  });
  await sending.post('registerUsers', users);
  return tag;
}

async function send(tag: string, message: object = SALE): Promise<number> {
  const key = await sending.bulk({ message, target: { tag } });
  await sending.drain();
  return key;
}

/** Lets time pass for what was sent, and for what waits. */
async function pass(hours: number): Promise<void> {
  await db().affected(
    `UPDATE contact_policy.recent AS r
        SET times = (SELECT coalesce(array_agg(t.at - $1 * interval '1 hour'), '{}') FROM unnest(r.times) AS t (at))`,
    [hours],
  );
  await db().affected(`UPDATE delivery.retry SET due_at = due_at - $1 * interval '1 hour'`, [hours]);
  await sending.drain();
}

describe('A message over a cap that defers', () => {
  it('It waits until the cap has a place, and then leaves; those that wait count up with what left', async () => {
    const tag = await register(3);
    const first = await send(tag);
    const second = await send(tag);
    expect([await sending.ends(first), await sending.ends(second)]).toEqual([{ SUCCESS: 3 }, {}]);
    const body = { message: SALE, target: { tag } };
    const { policy } = await sending.post<{ policy: object }>('sendBulkNotification/dryRun', body);
    const usedUp = [{ name: 'day', nextAt: expect.any(String), messages: [{ notificationKey: first, people: 3 }] }];
    expect(policy).toMatchObject({ caps: { day: 3 }, deferred: 3, usedUp });
    await pass(23);
    expect(await sending.ends(second)).toEqual({});
    await pass(1.1);
    expect(await sending.ends(second)).toEqual({ SUCCESS: 3 });
    expect(await sending.dispatch(second)).toMatchObject({ planned: 3, settled: 3, state: 3 });
  });

  it('Three that wait for one place leave one after the other, each a day after the one before', async () => {
    const tag = await register(2);
    await send(tag);
    const keys = [await send(tag), await send(tag), await send(tag)];
    for (const left of [1, 2, 3]) {
      await pass(24.1);
      const ends = await Promise.all(keys.map((key) => sending.ends(key)));
      const sent = ends.reduce((sum, { SUCCESS = 0, ...others }) => {
        expect(others).toEqual({});
        return sum + SUCCESS;
      }, 0);
      expect(sent).toBe(2 * left);
    }
  });

  it('It is skipped where the late policy allows no such delay, or its time is over before', async () => {
    const tag = await register(1);
    await send(tag);
    await apply({ settings: { lateSends: { policy: 'skip', afterMinutes: 60 } } });
    expect(await sending.ends(await send(tag))).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
    await apply({ settings: { lateSends: { policy: 'skip', afterMinutes: 1500 } } });
    expect(await sending.ends(await send(tag))).toEqual({});
    await apply({ settings: SETTINGS, caps: [{ ...DAY, per: '60d' }] });
    expect(await sending.ends(await send(tag))).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
  });

  it('A cap that skips wins over one that defers', async () => {
    await apply({ caps: [DAY, { name: 'week', most: 1, per: '7d' }] });
    const tag = await register(1);
    await send(tag);
    expect(await sending.ends(await send(tag))).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
  });

  it('Campaigns at once share no place: what has none waits', async () => {
    const tag = await register(120);
    const keys = await Promise.all([1, 2, 3].map(() => sending.bulk({ message: SALE, target: { tag } })));
    await sending.launchDue();
    await Promise.all((await sending.openChunks()).map((key) => sending.chunks.sendChunk(key)));
    await sending.drain();
    const ends = await Promise.all(keys.map((key) => sending.ends(key)));
    expect(ends.reduce((sum, { SUCCESS = 0 }) => sum + SUCCESS, 0)).toBe(120);
    const row = await db().row(
      'SELECT count(*)::integer AS n FROM delivery.retry AS r JOIN delivery.dispatch AS d USING (dispatch_id) WHERE d.notification_key = ANY ($1::bigint[])',
      [keys],
    );
    expect(row).toEqual({ n: 240 });
  });
});
