import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PLATFORMS = ['IOS', 'ANDROID', 'CHROME'] as const;
const PROVIDERS = ['apns', 'fcm', 'webpush'];
const OUTAGE = { share: 1, status: 503 };
/** A launch that has to wait is delayed by less than a minute. */
const DELAYED_ARE_DUE = `UPDATE delivery.dispatch SET lease_until = NULL
  WHERE state = 0 AND lease_until < now() + interval '1 minute'`;
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  for (const platform of PLATFORMS) {
    const [user] = await reachableUsers(sending.simulators, platform, 1);
    await sending.post('registerUsers', [{ ...user, extId: platform.toLowerCase(), tags: ['fan'] }]);
  }
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());
afterEach(() => sending.simulators.faults(1, []));

const campaign = (text: string, refID?: number, more: object = {}) =>
  sending.bulk({
    message: {
      title: 'Match',
      text,
      platforms: PLATFORMS,
      iconUrl: 'https://example.com/icon.png',
      ...(refID !== undefined && { customJson: { refID } }),
    },
    target: { tag: 'fan' },
    ...more,
  });

async function define(text: string): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Match',
    message: text,
    platforms: PLATFORMS,
    iconUrl: 'https://example.com/icon.png',
  });
  return notificationKey;
}

const single = (key: number, refID?: number, extId: string | string[] = ['ios', 'android', 'chrome']) =>
  sending.post('sendNotification', {
    notificationKey: String(key),
    target: { extId },
    message: { customJson: refID === undefined ? {} : { refID } },
  });

async function dispatchesOf(key: number): Promise<number[]> {
  const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1 ORDER BY created_at, dispatch_id',
    [key],
  );
  return rows.map(({ id }) => id);
}

/** Launches the sends of some keys in the given order, as workers may do. What has to wait has waited long enough. */
async function launchInOrder(...keys: number[]): Promise<void> {
  for (const key of keys) {
    await sending.gateway.fresh.db.affected(DELAYED_ARE_DUE);
    for (const id of await dispatchesOf(key)) {
      await sending.launches.launch(id);
    }
  }
}

/** Lets time pass for launches and retries that wait. */
async function passTime(): Promise<void> {
  const { db } = sending.gateway.fresh;
  await db.affected(DELAYED_ARE_DUE);
  await db.affected('UPDATE delivery.retry SET due_at = now()');
  await sending.drain();
}

/** The texts of each provider's device in the order of their arrival, with the number of its notifications. */
async function arrivals(): Promise<Record<string, { texts: string[]; places: number }>> {
  const entries = await Promise.all(
    PROVIDERS.map(async (provider) => {
      const deliveries = await sending.simulators.deliveries(`provider=${provider}`);
      const inOrder = deliveries.toSorted((a, b) => a.at.localeCompare(b.at));
      const payloads = inOrder.map(({ payload }) => JSON.stringify(payload));
      const places = payloads.map((text) => /"(?:collapseId|apns-collapse-id|tag|topic)":"([^"]+)"/i.exec(text)?.[1]);
      return [
        provider,
        {
          texts: payloads.map((text) => /Score \d:\d/.exec(text)?.[0] ?? text),
          places: new Set(places).size,
        },
      ] as const;
    }),
  );
  return Object.fromEntries(entries);
}

const everywhere = (...texts: string[]) =>
  Object.fromEntries(PROVIDERS.map((provider) => [provider, { texts, places: 1 }]));

describe('4.2 rule 4, customJson.refID: an update before the earlier notification has left', () => {
  it('An update that is launched before the campaign that it replaces waits, and the devices get the update alone', async () => {
    const first = await campaign('Score 0:0');
    const update = await campaign('Score 1:0', first);
    await launchInOrder(update, first, update);
    await passTime();
    expect(await arrivals()).toEqual(everywhere('Score 1:0'));
    expect(await sending.ends(first)).toEqual({ 'SKIPPED SUPERSEDED': 3 });
    expect(await sending.ends(update)).toEqual({ SUCCESS: 3 });
    const stats = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${first}`, { method: 'GET' });
    expect(stats.json).toMatchObject({ status: 'FINISHED', leftOut: { SUPERSEDED: 3 } });
  });

  it('A campaign that updates an accepted single notification reaches its devices', async () => {
    const first = await define('Score 0:0');
    await single(first);
    const update = await campaign('Score 1:0', first);
    await launchInOrder(update, first, update);
    await passTime();
    expect(await arrivals()).toEqual(everywhere('Score 1:0'));
    expect(await sending.ends(update)).toEqual({ SUCCESS: 3 });
  });

  it('A single notification right behind its first one replaces it, whichever worker is faster', async () => {
    const first = await define('Score 0:0');
    const second = await define('Score 1:0');
    await single(first);
    await single(second, first);
    await launchInOrder(second, first, second);
    await passTime();
    expect(await arrivals()).toEqual(everywhere('Score 1:0'));
    expect(await sending.ends(first)).toEqual({ 'SKIPPED SUPERSEDED': 3 });
    await single(second, first);
    await sending.drain();
    expect(await arrivals()).toEqual(everywhere('Score 1:0', 'Score 1:0'));
  });

  it('A device that was handed on gets the update of its new user alone, whichever single send is launched first', async () => {
    const deviceToken = 'ab'.repeat(32);
    const register = (fields: object) => sending.post('registerUsers', [{ platform: 'IOS', deviceToken, ...fields }]);
    const first = await define('Score 0:0');
    const second = await define('Score 1:0');
    await register({ extId: 'giver' });
    await single(first, undefined, ' giver ');
    // An extId stays that of one user: the device changes its user, and no users are merged.
    await register({ extId: 'taker' });
    await single(second, first, 'taker');
    await launchInOrder(second, first, second);
    await passTime();
    expect((await arrivals())['apns']).toMatchObject({ texts: ['Score 1:0'] });
    expect(await sending.ends(first)).toEqual({});
    expect(await sending.ends(second)).toEqual({ SUCCESS: 1 });
  });

  it('Single notifications of the short path are replaced too', async () => {
    const first = await define('Score 0:0');
    const second = await define('Score 1:0');
    await single(first);
    await single(second, first);
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send([...(await dispatchesOf(first)), ...(await dispatchesOf(second))]);
    await sender.waitUntilIdle();
    await sending.drain();
    await passTime();
    expect(await arrivals()).toEqual(everywhere('Score 0:0', 'Score 1:0'));
    expect(await sending.ends(second)).toEqual({ SUCCESS: 3 });
  });

  it('Two sends of one definition to one device stay two notifications, and an update replaces the second one', async () => {
    const first = await define('Score 0:0');
    const second = await define('Score 1:0');
    await sending.simulators.faults(1, [{ provider: 'apns', ...OUTAGE, reason: 'ServiceUnavailable' }]);
    await single(first, undefined, 'ios');
    await single(first, undefined, 'ios');
    await sending.drain();
    await single(second, first, 'ios');
    await sending.drain();
    await sending.simulators.faults(1, []);
    await passTime();
    expect(await sending.ends(first)).toEqual({ SUCCESS: 1, 'SKIPPED SUPERSEDED': 1 });
    expect(await sending.ends(second)).toEqual({ SUCCESS: 1 });
    expect((await arrivals())['apns']?.places).toBe(2);
  });

  it('An update of a campaign that has its speed limit reaches all its recipients, and the old text leaves no more', async () => {
    const first = await campaign('Score 0:0', undefined, { speed: { intervalMins: 5, packageSize: 1 } });
    await sending.drain();
    const update = await campaign('Score 1:0', first);
    await sending.drain();
    for (let packages = 0; packages < 3; packages++) {
      await sending.gateway.fresh.db.affected(
        `UPDATE delivery.dispatch SET pace_next_at = pace_next_at - interval '5 minutes' WHERE pace_next_at IS NOT NULL`,
      );
      await passTime();
    }
    expect(await sending.ends(first)).toEqual({ SUCCESS: 1, 'SKIPPED SUPERSEDED': 2 });
    expect(await sending.ends(update)).toEqual({ SUCCESS: 3 });
    for (const { texts, places } of Object.values(await arrivals())) {
      expect(texts.at(-1)).toBe('Score 1:0');
      expect(places).toBe(1);
    }
  });

  it('An update of a scheduled campaign leaves at the time of that campaign, in its place', async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const first = await campaign('Score 0:0', undefined, { schedule: { startTime } });
    const update = await campaign('Score 1:0', first);
    await sending.drain();
    await passTime();
    expect(await arrivals()).toMatchObject({ apns: { texts: [] } });
    expect(await sending.ends(update)).toEqual({});
    await sending.gateway.fresh.db.affected('UPDATE delivery.dispatch SET due_at = now() WHERE due_at > now()');
    await passTime();
    await passTime();
    expect(await arrivals()).toEqual(everywhere('Score 1:0'));
    expect(await sending.ends(update)).toEqual({ SUCCESS: 3 });
  });

  it('An update of a campaign that was stopped before it left ends without recipients', async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const first = await campaign('Score 0:0', undefined, { schedule: { startTime } });
    const update = await campaign('Score 1:0', first);
    await sending.drain();
    await sending.post('stopNotification', [{ messageId: first }]);
    await passTime();
    expect(await sending.dispatch(update)).toMatchObject({ planned: 0, state: 3 });
  });

  it.each([1, 2])('The last of %i updates of a campaign is shown after an outage', async (updates) => {
    const faults = [
      { provider: 'apns', ...OUTAGE, reason: 'ServiceUnavailable' },
      { provider: 'fcm', ...OUTAGE, reason: 'UNAVAILABLE' },
    ];
    await sending.simulators.faults(1, faults);
    const keys = [await campaign('Score 0:0')];
    await sending.drain();
    for (let score = 1; score <= updates; score++) {
      keys.push(await campaign(`Score ${score}:0`, keys.at(-1)));
      await sending.drain();
    }
    await sending.simulators.faults(1, []);
    await passTime();
    const last = keys.pop() ?? 0;
    expect(await sending.ends(last)).toEqual({ SUCCESS: 3 });
    for (const key of keys) {
      expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED SUPERSEDED': 2 });
    }
    const { apns, fcm } = await arrivals();
    expect([apns, fcm]).toEqual([apns, fcm].map(() => ({ texts: [`Score ${updates}:0`], places: 1 })));
  });

  it('Two updates of one campaign, launched in the wrong order, leave the later one on every device', async () => {
    const first = await campaign('Score 0:0');
    await sending.drain();
    const second = await campaign('Score 1:0', first);
    const third = await campaign('Score 2:0', first);
    await sending.launches.launch((await dispatchesOf(third))[0] ?? 0);
    await passTime();
    await passTime();
    for (const { texts, places } of Object.values(await arrivals())) {
      expect(texts.at(-1)).toBe('Score 2:0');
      expect(places).toBe(1);
    }
    expect(await sending.ends(second)).toEqual({ 'SKIPPED SUPERSEDED': 3 });
    expect(await sending.ends(third)).toEqual({ SUCCESS: 3 });
  });

  it('An update waits for what a dead worker may have sent, and the earlier notification is not sent again', async () => {
    const { db } = sending.gateway.fresh;
    const first = await campaign('Score 0:0');
    await sending.launchDue();
    await db.affected(
      `UPDATE delivery.chunk SET intent = ids, intent_at = now(), epoch = 1, lease_until = now() + interval '1 hour'
        WHERE dispatch_id = $1`,
      await dispatchesOf(first),
    );
    const update = await campaign('Score 1:0', first);
    await sending.drain();
    await passTime();
    expect(await sending.ends(update)).toEqual({});
    await db.affected('UPDATE delivery.chunk SET lease_until = NULL WHERE dispatch_id = $1', await dispatchesOf(first));
    await passTime();
    await passTime();
    expect(await arrivals()).toEqual(everywhere('Score 1:0'));
    expect(await sending.ends(first)).toEqual({ 'FAILED IN_DOUBT': 3 });
    expect(await sending.ends(update)).toEqual({ SUCCESS: 3 });
  });

  it('An update that is launched between two batches of a campaign stops the second batch', async () => {
    const users = await reachableUsers(sending.simulators, 'IOS', 600, 100);
    await sending.post(
      'registerUsers',
      users.map((user) => ({ ...user, tags: ['crowd'] })),
    );
    const target = { target: { tag: 'crowd' } };
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 5000 }]);
    const first = await campaign('Score 0:0', undefined, target);
    await sending.launchDue();
    const [chunk] = await sending.openChunks();
    expect(chunk).toBeDefined();
    const isSending = chunk && sending.chunks.sendChunk(chunk);
    const inFlight = 'SELECT count(*)::integer AS n FROM delivery.chunk WHERE dispatch_id = $1 AND intent IS NOT NULL';
    await expect
      .poll(async () => sending.gateway.fresh.db.row(inFlight, await dispatchesOf(first)), { timeout: 20_000 })
      .toEqual({ n: 1 });
    const update = await campaign('Score 1:0', first, target);
    await sending.launchDue();
    await isSending;
    await sending.simulators.faults(1, []);
    await passTime();
    expect(await sending.ends(first)).toEqual({ SUCCESS: 250, 'SKIPPED SUPERSEDED': 350 });
    expect(await sending.ends(update)).toEqual({ SUCCESS: 600 });
    expect(await sending.simulators.counts()).toMatchObject({ apns: { accepted: 850 } });
  });

  it('An update that is stopped replaces nothing that still waits', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', ...OUTAGE, reason: 'ServiceUnavailable' }]);
    const first = await campaign('Score 0:0');
    await sending.drain();
    const update = await campaign('Score 1:0', first);
    await sending.drain();
    await sending.post('stopNotification', [{ messageId: update }]);
    await sending.simulators.faults(1, []);
    await passTime();
    expect(await sending.ends(first)).toEqual({ SUCCESS: 3 });
    expect((await arrivals())['apns']).toEqual({ texts: ['Score 0:0'], places: 1 });
  });
});
