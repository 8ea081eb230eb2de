import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PEOPLE = 30;
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const users = await reachableUsers(sending.simulators, 'ANDROID', PEOPLE);
  await sending.post(
    'registerUsers',
    users.map((user, index) => ({ ...user, extId: `p${index}`, tags: ['fan'] })),
  );
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const people = Array.from({ length: PEOPLE }, (_, index) => `p${index}`);

async function define(text: string): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Parcel',
    message: text,
    platforms: ['ANDROID'],
  });
  return notificationKey;
}

const single = (key: number, extId: string | string[], refID?: number) =>
  sending.post('sendNotification', {
    notificationKey: String(key),
    target: { extId },
    message: { customJson: refID === undefined ? {} : { refID } },
  });

const campaign = (text: string, refID?: number, more: object = {}) =>
  sending.bulk({
    message: { title: 'Parcel', text, platforms: ['ANDROID'], ...(refID !== undefined && { customJson: { refID } }) },
    target: { tag: 'fan' },
    ...more,
  });

/** Numbers of sends and chunks of a key, and of those that look for a newer send. */
async function marks(key: number): Promise<object | undefined> {
  return sending.gateway.fresh.db.row<object>(
    `SELECT count(DISTINCT d.dispatch_id) AS sends,
            count(DISTINCT d.dispatch_id) FILTER (WHERE d.newer IS NOT NULL) AS marked,
            count(c.*) AS chunks, count(*) FILTER (WHERE c.newer > 0) AS looking
       FROM delivery.dispatch AS d LEFT JOIN delivery.chunk AS c ON c.dispatch_id = d.dispatch_id AND c.state = 0
      WHERE d.notification_key = $1 AND d.state < 3`,
    [key],
  );
}

async function launchAtOnce(key: number): Promise<void> {
  const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1 AND state = 0',
    [key],
  );
  await Promise.all(rows.map(({ id }) => sending.launches.launch(id)));
}

describe('4.2 rule 4, customJson.refID: updates to many users at once', () => {
  it('Single updates to different users, under way at once, each leave with the first attempt', async () => {
    const first = await define('Packed');
    await single(first, people);
    await sending.drain();
    const update = await define('On its way');
    for (const person of people) {
      await single(update, person, first);
    }
    await launchAtOnce(update);
    expect(await marks(update)).toEqual({ sends: PEOPLE, marked: 0, chunks: PEOPLE, looking: 0 });
    const chunks = await sending.openChunks();
    expect(await Promise.all(chunks.map((chunk) => sending.chunks.sendChunk(chunk)))).toEqual(people.map(() => true));
    expect(await sending.ends(update)).toEqual({ SUCCESS: PEOPLE });
  });

  it('Single updates mark those of the same user alone, and the last one is shown', async () => {
    const first = await define('Packed');
    await single(first, people);
    await sending.drain();
    const update = await define('On its way');
    const last = await define('Delivered');
    for (const person of people.slice(0, 9)) {
      await single(update, person, first);
    }
    await launchAtOnce(update);
    for (const person of people.slice(6, 12)) {
      await single(last, person, update);
    }
    await launchAtOnce(last);
    expect(await marks(update)).toEqual({ sends: 9, marked: 3, chunks: 9, looking: 3 });
    await sending.drain();
    expect(await sending.ends(update)).toEqual({ SUCCESS: 6, 'SKIPPED SUPERSEDED': 3 });
    expect(await sending.ends(last)).toEqual({ SUCCESS: 6 });
  });

  it.each([
    ['a chunk', [], people.slice(0, 5)],
    // Few recipients, so that no circuit breaker opens.
    ['a retry', [{ provider: 'fcm', share: 1, status: 503, reason: 'UNAVAILABLE' }], people.slice(2, 4)],
  ] as const)(
    'Of a send to a list of users that waits in %s, the updated ones alone are replaced',
    async (_, faults, to) => {
      const first = await define('Packed');
      const update = await define('On its way');
      await sending.simulators.faults(1, [...faults]);
      await single(first, [...to]);
      await (faults.length > 0 ? sending.drain() : sending.launchDue());
      await sending.simulators.faults(1, []);
      await single(update, ['p3', 'p7'], first);
      await sending.launchDue();
      expect(await marks(first)).toMatchObject({ sends: 1, marked: 1, looking: faults.length > 0 ? 0 : 1 });
      await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
      await sending.drain();
      expect(await sending.ends(first)).toEqual({ SUCCESS: to.length - 1, 'SKIPPED SUPERSEDED': 1 });
      expect(await sending.ends(update)).toEqual({ SUCCESS: 2 });
    },
  );

  it('A send that is not launched is marked by an update of one of its users alone', async () => {
    const { db } = sending.gateway.fresh;
    const first = await define('Packed');
    const update = await define('On its way');
    await single(first, ['p1', 'p2']);
    await single(update, ['p3', 'p4'], first);
    await launchAtOnce(update);
    expect(await marks(first)).toMatchObject({ sends: 1, marked: 0 });
    expect(await marks(update)).toMatchObject({ sends: 1, chunks: 1 });
    await single(update, ['p2', 'p4'], first);
    await launchAtOnce(update);
    expect(await marks(update)).toMatchObject({ sends: 2, chunks: 1 });
    await db.affected('UPDATE delivery.dispatch SET lease_until = NULL');
    await sending.drain();
    await sending.drain();
    expect(await sending.ends(first)).toEqual({ SUCCESS: 1, 'SKIPPED SUPERSEDED': 1 });
  });

  it('A package that is cut from a replaced campaign is replaced as well', async () => {
    const first = await campaign('Packed', undefined, { speed: { intervalMins: 5, packageSize: 10 } });
    await sending.drain();
    const update = await campaign('On its way', first);
    await sending.drain();
    for (let packages = 0; packages < 3; packages++) {
      await sending.gateway.fresh.db.affected(
        `UPDATE delivery.dispatch SET pace_next_at = pace_next_at - interval '5 minutes'
          WHERE pace_next_at IS NOT NULL`,
      );
      await sending.drain();
    }
    expect(await sending.ends(first)).toEqual({ SUCCESS: 10, 'SKIPPED SUPERSEDED': 20 });
    expect(await sending.ends(update)).toEqual({ SUCCESS: PEOPLE });
  });
});
