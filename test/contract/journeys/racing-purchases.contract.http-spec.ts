import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { seeded } from '../../support/rooms/seeded-random.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const PEOPLE = 120;
const SEED = Number(process.env['JOURNEY_SEED'] ?? 7);
/** The purchase of a person, by the end of the wait. */
const FATES = ['in time', 'late', 'none'] as const;
const FILE = {
  app: 'shop',
  events: [{ code: 'Cart' }, { code: 'Bought' }],
  journeys: [
    {
      name: 'cart',
      entry: { event: 'Cart', again: 'never' },
      steps: [
        { waitFor: { id: 'pay', event: 'Bought', atMost: '1h' }, came: [{ exit: 'bought' }] },
        { send: { id: 'reminder', message: 'reminder' } },
      ],
    },
  ],
};

let sending: Sending;
let key: number;

beforeAll(async () => {
  sending = await startSending();
  const { app } = sending.gateway;
  const message = { name: 'reminder', title: 'Cart', message: 'Still there', platforms: ['IOS'] };
  const defined = await sending.post<{ notificationKey: number }>('createNotificationDefinition', message);
  key = defined.notificationKey;
  await app.get(ApplyService).apply(FILE, { dryRun: false });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', PEOPLE));
});
afterAll(() => sending.close());

it(`Purchases that are answered before the time-out stop the reminder, with two schedulers at work (seed ${SEED})`, async () => {
  const { app, fresh } = sending.gateway;
  const random = seeded(SEED);
  const steps = app.get(JourneyStepService);
  const ids = Array.from({ length: PEOPLE }, (_, n) => `ios-${n}`);
  await sending.post(
    'fireEvents',
    ids.map((extId) => ({ extId, name: 'Cart' })),
  );
  await sending.readFeed();
  const visits = await fresh.db.rows<{ extId: string; uid: number }>(
    `SELECT u.ext_id AS "extId", v.uid FROM journeys.visit AS v
     JOIN users.app_user AS u ON u.vb = v.vb AND u.app_id = v.app_id AND u.uid = v.uid`,
  );
  expect(visits).toHaveLength(PEOPLE);

  const endWait = (uid: number) =>
    fresh.db.affected('UPDATE journeys.visit AS v SET due_at = now() WHERE v.uid = $1 AND NOT v.is_woken', [uid]);
  const fates = visits.map((visit) => ({ ...visit, fate: FATES[Math.floor(random() * FATES.length)] }));
  const buyAll = async (): Promise<void> => {
    for (const { extId, uid, fate } of fates) {
      const buy = () => sending.post('fireEvents', [{ extId, name: 'Bought' }]);
      if (fate === 'in time') {
        await buy();
      }
      await endWait(uid);
      if (fate === 'late') {
        await buy();
      }
    }
  };
  const buying = { isOn: true };
  const untilEmpty = async (work: () => Promise<void>): Promise<void> => {
    while (buying.isOn || (await fresh.db.row('SELECT FROM journeys.visit LIMIT 1'))) {
      await work();
    }
  };
  await Promise.all([
    buyAll().finally(() => (buying.isOn = false)),
    untilEmpty(() => steps.stepDue()),
    untilEmpty(() => steps.stepDue()),
    // The feed is read now and then, as by a scheduler, so that steps meet events that were not applied.
    untilEmpty(async () => {
      await sleep(random() * 400);
      await sending.readFeed();
    }),
  ]);
  await sending.drain();

  const sent = await fresh.db.rows<{ uid: number }>(
    `SELECT r.uid FROM delivery.push_result AS r JOIN delivery.dispatch AS d ON d.dispatch_id = r.dispatch_id
     WHERE d.notification_key = $1 AND r.status = 1`,
    [key],
  );
  const times = new Map<number, number>();
  sent.forEach(({ uid }) => times.set(uid, (times.get(uid) ?? 0) + 1));
  const timesOf = (wanted: (typeof FATES)[number]) =>
    fates.filter(({ fate }) => fate === wanted).map(({ uid }) => times.get(uid) ?? 0);
  // Each fate occurs, else the test shows nothing.
  expect(FATES.map((fate) => timesOf(fate).length).every((count) => count > 10)).toBe(true);
  expect(timesOf('in time').filter((count) => count > 0)).toEqual([]);
  expect(timesOf('none').filter((count) => count !== 1)).toEqual([]);
  expect([...times.values()].filter((count) => count !== 1)).toEqual([]);
});
