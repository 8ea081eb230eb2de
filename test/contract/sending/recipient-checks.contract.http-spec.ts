import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import {
  type CheckedRecipients,
  type CheckedSend,
  type RecipientCheck,
  RecipientCheckRegistryService,
} from '#libs/delivery/checks';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const HOUR_MS = 3_600_000;
const MESSAGE = { title: 'News', text: 'Hello', platforms: ['ANDROID', 'EMAIL'] };
const PEOPLE = ['celebrant', 'sleeper', 'other'];
let sending: Sending;

/** Two rules that no module has: no message on a birthday, and none at night. */
class BirthdayCheck implements RecipientCheck {
  readonly order = 150;

  constructor(private readonly birthdays: ReadonlySet<number>) {}

  async apply(_: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    recipients
      .listOpen()
      .filter(({ uid }) => this.birthdays.has(uid))
      .forEach((recipient) => recipients.skip(recipient, 'BIRTHDAY'));
  }
}

class NightCheck implements RecipientCheck {
  readonly order = 160;
  isNight = true;

  constructor(private readonly sleepers: ReadonlySet<number>) {}

  async apply(_: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const morning = new Date(Date.now() + HOUR_MS);
    recipients
      .listOpen()
      .filter(({ uid }) => this.isNight && this.sleepers.has(uid))
      .forEach((recipient) => recipients.postpone(recipient, morning));
  }
}

let night: NightCheck;

beforeAll(async () => {
  sending = await startSending();
  const users = await reachableUsers(sending.simulators, 'ANDROID', PEOPLE.length);
  await sending.post(
    'registerUsers',
    users.map((user, index) => ({
      ...user,
      extId: PEOPLE[index],
      email: `${PEOPLE[index]}@a.example`,
      emailOptIn: true,
      tags: ['fan'],
    })),
  );
  const uidOf = async (extId: string) => {
    const row = await sending.gateway.fresh.db.row<{ uid: number }>(
      'SELECT u.uid FROM users.app_user AS u WHERE u.ext_id = $1',
      [extId],
    );
    return new Set([row?.uid ?? 0]);
  };
  night = new NightCheck(await uidOf('sleeper'));
  // In the wrong order: the registry sorts them.
  sending.gateway.app.get(RecipientCheckRegistryService).register(night, new BirthdayCheck(await uidOf('celebrant')));
});
afterAll(() => sending.close());
beforeEach(() => {
  night.isNight = true;
  return sending.simulators.clear();
});

/** Lets an hour pass for what was postponed. */
async function passNight(): Promise<void> {
  night.isNight = false;
  await sending.gateway.fresh.db.affected(
    `UPDATE delivery.retry SET due_at = due_at - interval '1 hour', expires_at = expires_at - interval '1 hour'`,
  );
  await sending.drain();
}

/** Sends a message to each person. @returns its key */
async function sendToEach(message: object = {}): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'News',
    message: 'Hello',
    platforms: ['ANDROID'],
  });
  for (const extId of PEOPLE) {
    await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId }, message });
  }
  return notificationKey;
}

describe('Recipient checks of other modules', () => {
  it('A campaign skips users that a check skips, and sends later to those that a check postpones', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: { tag: 'fan' } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2, 'SKIPPED BIRTHDAY': 2 });
    await passNight();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 4, 'SKIPPED BIRTHDAY': 2 });
    expect(await sending.dispatch(key)).toMatchObject({ planned: 6, settled: 6, state: 3 });
    expect(await sending.simulators.deliveries('provider=fcm')).toHaveLength(2);
  });

  it('Its dry run forecasts the same', async () => {
    const body = { message: MESSAGE, target: { tag: 'fan' } };
    const forecast = await sending.post<{ platforms: object[] }>('sendBulkNotification/dryRun', body);
    expect(forecast.platforms).toEqual(
      expect.arrayContaining(
        ['ANDROID', 'EMAIL'].map((platform) =>
          expect.objectContaining({ platform, ready: 1, waiting: 1, skipped: { BIRTHDAY: 1 } }),
        ),
      ),
    );
  });

  it.each([true, false])('A message to one person is checked alike (fast path: %s)', async (isFast) => {
    const key = await sendToEach();
    if (isFast) {
      const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
        'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
        [key],
      );
      const sender = sending.gateway.app.get(TransactionalSenderService);
      await sender.send(rows.map(({ id }) => id));
      await sender.waitUntilIdle();
    }
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED BIRTHDAY': 1 });
    await passNight();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2, 'SKIPPED BIRTHDAY': 1 });
  });

  it('The time to live of a postponed message to one person goes on, and its message expires', async () => {
    const key = await sendToEach({ ttl: '1m' });
    await sending.drain();
    await passNight();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED BIRTHDAY': 1, 'FAILED EXPIRED': 1 });
  });

  it('The time to live of a postponed campaign begins when it may leave', async () => {
    const message = { ...MESSAGE, platforms: ['ANDROID'], ttl: '1m' };
    const key = await sending.bulk({ message, target: { tag: 'fan' } });
    await sending.drain();
    await passNight();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2, 'SKIPPED BIRTHDAY': 1 });
  });
});
