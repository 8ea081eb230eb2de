import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { OpenChunkRepository } from './open-chunk.repository.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

const PUSH = { title: 'Sale', text: 'Shoes', platforms: ['ANDROID'] };
const MAIL = { title: 'Sale', text: 'Shoes', subject: 'Sale', from: 'shop@a.example', platforms: ['EMAIL'] };
let sending: Sending;
let groups = 0;

beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => apply({ prune: true, caps: [], holdouts: [] }));

const db = () => sending.gateway.fresh.db;

/** Applies a part of the file. The policy of this process may be a second old. */
async function apply(file: object): Promise<void> {
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  await new Promise((resolve) => setTimeout(resolve, 1010));
}

/** Registers people with a device and an address. @returns their tag */
async function register(count: number): Promise<string> {
  const tag = `options-${(groups += 1)}`;
  const users = Array.from({ length: count }, (_, n) => {
    const device = { platform: 'ANDROID', deviceToken: `${tag}-${n}` };
    return { extId: `${tag}-${n}`, email: `${tag}-${n}@o.example`, emailOptIn: true, tags: [tag], ...device };
  });
  await sending.post('registerUsers', users);
  return tag;
}

async function leftOutOf(key: number): Promise<number> {
  const answer = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
  return (answer.json as { leftOut: Record<string, number> }).leftOut['HOLDOUT'] ?? 0;
}

const reached = async (key: number): Promise<number[]> => {
  const rows = await db().rows<{ uid: number }>(
    `SELECT r.uid FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
      WHERE d.notification_key = $1 ORDER BY r.uid`,
    [key],
  );
  return rows.map(({ uid }) => uid);
};

describe('The control group of a send', () => {
  it('It gets nothing, is drawn by the key among those who could be reached, and both add up', async () => {
    const tag = await register(300);
    const body = { message: PUSH, target: { tag }, options: { holdout: '30%' } };
    const forecast = await sending.post<{ planned: number; policy: { holdout: number } }>(
      'sendBulkNotification/dryRun',
      body,
    );
    expect(forecast.planned + forecast.policy.holdout).toBe(300);
    const keys = [await sending.bulk(body), await sending.bulk(body)];
    await sending.drain();
    for (const key of keys) {
      const { SUCCESS = 0 } = await sending.ends(key);
      const out = await leftOutOf(key);
      expect(SUCCESS + out).toBe(300);
      // Five standard deviations around 90.
      expect([out > 50, out < 130]).toEqual([true, true]);
    }
    const [first, second] = await Promise.all(keys.map((key) => reached(key)));
    expect(first).not.toEqual(second);
  });

  it('Contents of one campaign leave the same people out, and an explanation says so', async () => {
    const tag = await register(60);
    const content = ({ title: _title, ...rest }: typeof PUSH | typeof MAIL) => rest;
    const { notificationKey: key } = await sending.post<{ notificationKey: number }>('campaigns', {
      title: 'Sale',
      target: { tag },
      contents: [content(PUSH), content(MAIL)],
      options: { holdout: '40%', priority: 'high' },
    });
    await sending.drain();
    const uids = await reached(key);
    const people = new Set(uids);
    expect(uids).toHaveLength(2 * people.size);
    expect([people.size > 15, people.size < 55]).toEqual([true, true]);
    const users = await db().rows<{ uid: number; extId: string }>(
      `SELECT u.uid, u.ext_id AS "extId" FROM users.app_user AS u WHERE u.ext_id LIKE $1`,
      [`${tag}-%`],
    );
    for (const { uid, extId } of users.slice(0, 12)) {
      const { notification } = await sending.post<{ notification: { outlook: { skipped: object }[] } }>(
        'targeting/explain',
        { extId, notificationKey: key },
      );
      const isOut = notification.outlook.some(({ skipped }) => 'HOLDOUT' in skipped);
      expect([extId, isOut]).toEqual([extId, !people.has(uid)]);
    }
  });

  it('A service campaign passes the control groups of the application, unless they except nothing', async () => {
    const tag = await register(40);
    const send = async (): Promise<number> => {
      const key = await sending.bulk({ message: { ...PUSH, policy: 'service' }, target: { tag } });
      await sending.drain();
      return leftOutOf(key);
    };
    await apply({ holdouts: [{ name: 'half', share: '50%', except: ['service'] }] });
    expect(await send()).toBe(0);
    await apply({ holdouts: [{ name: 'half', share: '50%', except: [] }] });
    expect(await send()).toBeGreaterThan(5);
  });
});

describe('The priority of a send', () => {
  it('The more urgent of the waiting sends of an application are launched, and use caps up, first', async () => {
    await apply({ caps: [{ name: 'day', most: 1, per: '24h' }] });
    const tag = await register(3);
    const keys: number[] = [];
    for (const priority of ['low', 'normal', 'high']) {
      keys.push(await sending.bulk({ message: PUSH, target: { tag }, options: { priority } }));
    }
    await sending.launchDue();
    const launched = await db().rows<{ key: number }>(
      `SELECT d.notification_key AS key FROM delivery.chunk AS c JOIN delivery.dispatch AS d USING (dispatch_id)
        WHERE d.notification_key = ANY ($1::bigint[]) GROUP BY d.notification_key ORDER BY min(c.chunk_id)`,
      [keys],
    );
    expect(launched.map(({ key }) => key)).toEqual(keys.toReversed());
    const chunks = sending.gateway.app.get(OpenChunkRepository);
    for (;;) {
      const next = await chunks.findNextWaiting({ lane: 'bulk', channel: 'fcm' }, { fullAppIds: [], exceptIds: [] });
      if (!next) {
        break;
      }
      await sending.chunks.sendChunk(next);
    }
    const ends = await Promise.all(keys.map((key) => sending.ends(key)));
    expect(ends).toEqual([{ 'SKIPPED FREQUENCY_CAP': 3 }, { 'SKIPPED FREQUENCY_CAP': 3 }, { SUCCESS: 3 }]);
  });
});

describe('Options of a send', () => {
  it.each([
    [{ holdout: '0%' }, 'options.holdout'],
    [{ holdout: '100%' }, 'options.holdout'],
    [{ holdout: 10 }, 'options.holdout'],
    [{ holdout: '10' }, 'options.holdout'],
    [{ priority: 'urgent' }, 'options.priority'],
    [{ priority: 1 }, 'options.priority'],
    ['high', 'options'],
  ])('%j is refused with the field, and sends nothing', async (options, field) => {
    const before = await db().row('SELECT count(*)::integer AS n FROM delivery.dispatch');
    const body = { message: PUSH, target: { sendToAll: true }, options };
    const { title, ...content } = PUSH;
    const campaign = { title, contents: [content], target: { sendToAll: true }, options };
    for (const [operation, asked] of [
      ['sendBulkNotification', body],
      ['sendBulkNotification/dryRun', body],
      ['campaigns', campaign],
    ] as const) {
      const answer = await sending.gateway.call(`/rest/3.0/${operation}`, { body: asked });
      expect([operation, answer.status, answer.text.includes(field)]).toEqual([operation, 400, true]);
    }
    expect(await db().row('SELECT count(*)::integer AS n FROM delivery.dispatch')).toEqual(before);
  });
});
