import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

interface Launch {
  id: number;
  state: number;
  wasDue: boolean;
  waitsMs: number | null;
}

let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const [user] = await reachableUsers(sending.simulators, 'ANDROID', 1);
  await sending.post('registerUsers', [{ ...user, extId: 'ann', tags: ['fan'] }]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const campaign = (text: string, refID?: number, startTime?: string) =>
  sending.bulk({
    message: { title: 'Match', text, platforms: ['ANDROID'], ...(refID !== undefined && { customJson: { refID } }) },
    target: { tag: 'fan' },
    ...(startTime !== undefined && { schedule: { startTime } }),
  });

async function single(text: string, refID?: number): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Match',
    message: text,
    platforms: ['ANDROID'],
  });
  await sending.post('sendNotification', {
    notificationKey: String(notificationKey),
    target: { extId: 'ann' },
    message: { customJson: refID === undefined ? {} : { refID } },
  });
  return notificationKey;
}

async function findLaunch(key: number): Promise<Launch> {
  const row = await sending.gateway.fresh.db.row<Launch>(
    `SELECT d.dispatch_id AS id, d.state, d.due_at <= d.created_at + interval '1 second' AS "wasDue",
            (extract(epoch FROM d.lease_until - now()) * 1000)::float8 AS "waitsMs"
       FROM delivery.dispatch AS d WHERE d.notification_key = $1`,
    [key],
  );
  if (!row) {
    throw new Error(`No send has the key ${key}`);
  }
  return row;
}

async function launch(key: number): Promise<Launch> {
  const { id } = await findLaunch(key);
  await sending.gateway.fresh.db.affected('UPDATE delivery.dispatch SET lease_until = NULL WHERE dispatch_id = $1', [
    id,
  ]);
  await sending.launches.launch(id);
  return findLaunch(key);
}

/** Launches have been tried for long, or an earlier send is due for long. */
const change = (key: number, assignment: string) =>
  sending.gateway.fresh.db.affected(`UPDATE delivery.dispatch SET ${assignment} WHERE notification_key = $1`, [key]);

describe('Wait of a launch for earlier sends', () => {
  it.each([
    ['a scheduled campaign', async () => campaign('Score 0:0', undefined, inOneHour()), campaign, 30_000],
    ['a due campaign', async () => campaign('Score 0:0'), campaign, 500],
    ['a single message', async () => single('Score 0:0'), single, 500],
  ] as const)('An update that waits for %s keeps its due time', async (_, sendFirst, sendUpdate, longestMs) => {
    const first = await sendFirst();
    const update = await sendUpdate('Score 1:0', first);
    const { state, wasDue, waitsMs } = await launch(update);
    expect({ state, wasDue }).toEqual({ state: 0, wasDue: true });
    expect(waitsMs).toBeGreaterThan(0);
    expect(waitsMs).toBeLessThanOrEqual(longestMs);
    await change(first, 'due_at = now()');
    await launch(first);
    expect(await launch(update)).toMatchObject({ state: 2, waitsMs: null });
    await sending.drain();
    expect(await sending.ends(update)).toEqual({ SUCCESS: 1 });
  });

  it('A single update does not wait for another update that waits for a scheduled campaign', async () => {
    const first = await campaign('Score 0:0', undefined, inOneHour());
    const second = await campaign('Score 1:0', first);
    await launch(second);
    const third = await single('Score 2:0', second);
    expect(await launch(third)).toMatchObject({ state: 2 });
    await sending.drain();
    await change(first, 'due_at = now()');
    await launch(first);
    await launch(second);
    await sending.drain();
  });

  it.each([
    ['on the first tries', '9 minutes', 'lease_until = NULL', 3, 0],
    ['when it is due for a minute', '1 minute', 'lease_until = NULL', 100, 0],
    ['when a worker launches it for long', '9 minutes', `state = 1, lease_until = now() + interval '5 s'`, 100, 0],
    ['for minutes alone', '9 minutes', 'lease_until = NULL', 100, 2],
    ['for minutes alone when it is due for days', '2 days', `lease_until = now() - interval '1 day'`, 100, 2],
  ])('An update waits for an earlier send that is not launched %s', async (_, age, lease, tries, state) => {
    const first = await single('Score 0:0');
    const update = await single('Score 1:0', first);
    await change(first, `due_at = now() - interval '${age}', created_at = created_at - interval '${age}', ${lease}`);
    await change(update, `epoch = ${tries}`);
    expect(await launch(update)).toMatchObject({ state });
    await launch(first);
    await launch(update);
    await sending.drain();
  });
});

function inOneHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
