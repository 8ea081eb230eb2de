import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { recordStatements, takeStatements } from '../../../support/distribution/statement-recorder.js';

const SALE = { title: 'Sale', text: 'Shoes', subject: 'Sale', from: 'shop@a.example', platforms: ['EMAIL'] };
/** Longer than a process keeps the policy that it has read. */
const POLICY_AGE_MS = 1010;
const HELD = { 'SKIPPED FREQUENCY_CAP': 1 };
let sending: Sending;
let people = 0;

beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => offer(['day', 'week', 'month']));

const db = () => sending.gateway.fresh.db;

/** Offers choices, and waits until this process has read them. */
async function offer(emailFrequency: readonly string[], rest: object = {}): Promise<void> {
  const file = { app: 'shop', settings: { emailFrequency }, ...rest };
  await sending.gateway.app.get(ApplyService).apply(file, { dryRun: false });
  await new Promise((resolve) => setTimeout(resolve, POLICY_AGE_MS));
}

/** Registers a person for each address. @returns a target and their extIds */
async function register(
  emails: readonly string[],
  emailFrequency?: string,
): Promise<{ tag: string; extIds: string[] }> {
  const tag = `readers-${(people += 1)}`;
  const extIds = emails.map((_, n) => `${tag}-${n}`);
  const consent = { email: true, ...(emailFrequency !== undefined && { emailFrequency }) };
  const users = emails.map((email, n) => ({ extId: extIds[n], email, tags: [tag], consent }));
  await sending.post('registerUsers', users);
  return { tag, extIds };
}

async function send(tag: string, message: object = SALE): Promise<Record<string, number>> {
  const key = await sending.bulk({ message, target: { tag } });
  await sending.drain();
  return sending.ends(key);
}

/** Lets time pass for what was sent. */
const pass = (hours: number) =>
  db().affected(
    `UPDATE contact_policy.recent AS r
        SET times = (SELECT array_agg(t.at - $1 * interval '1 hour') FROM unnest(r.times) AS t (at))
      WHERE cardinality(r.times) > 0`,
    [hours],
  );

describe('The frequency of e-mail that a person chose', () => {
  it.each([
    ['day', 23, 2],
    ['week', 24 * 7 - 1, 2],
    ['month', 24 * 30 - 1, 2],
  ])(
    'Of campaigns to a person who chose one e-mail a %s the second is skipped, until %i hours and more went by',
    async (chosen, hours, more) => {
      const { tag } = await register([`ada-${chosen}@a.example`], chosen);
      expect(await send(tag)).toEqual({ SUCCESS: 1 });
      await pass(hours);
      expect(await send(tag)).toEqual(HELD);
      await pass(more);
      expect([await send(tag), await send(tag)]).toEqual([{ SUCCESS: 1 }, HELD]);
    },
  );

  it('A person who chose nothing, or to get all, gets all', async () => {
    for (const chosen of [undefined, 'always']) {
      const { tag } = await register([`bob-${chosen}@a.example`], chosen);
      expect([await send(tag), await send(tag)]).toEqual([{ SUCCESS: 1 }, { SUCCESS: 1 }]);
    }
  });

  it('Service messages and other channels neither count nor are held back, and a choice made later counts what came', async () => {
    const { tag, extIds } = await register(['cid@a.example'], 'week');
    const service = { ...SALE, transactional: true };
    expect([await send(tag, service), await send(tag, service), await send(tag)]).toEqual([
      { SUCCESS: 1 },
      { SUCCESS: 1 },
      { SUCCESS: 1 },
    ]);
    expect([await send(tag, service), await send(tag)]).toEqual([{ SUCCESS: 1 }, HELD]);
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Code',
      message: '1234',
      subject: 'Code',
      from: 'a@a.example',
      platforms: ['EMAIL'],
    });
    await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: extIds[0] } });
    const rows = await db().rows<{ id: number }>(
      'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
      [notificationKey],
    );
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send(rows.map(({ id }) => id));
    await sender.waitUntilIdle();
    expect(await sending.ends(notificationKey)).toEqual({ SUCCESS: 1 });
    const later = await register(['dan@a.example']);
    expect(await send(later.tag)).toEqual({ SUCCESS: 1 });
    await sending.post('registerUsers', [{ extId: later.extIds[0], consent: { emailFrequency: 'day' } }]);
    expect(await send(later.tag)).toEqual(HELD);
    await sending.post('registerUsers', [{ extId: later.extIds[0], consent: { emailFrequency: 'always' } }]);
    expect(await send(later.tag)).toEqual({ SUCCESS: 1 });
  });

  it('A message to an address counts for each user who has it, whoever of them chose', async () => {
    const asked = await register(['eve@a.example'], 'week');
    const other = await register(['Eve@A.example']);
    expect(await send(asked.tag)).toEqual({ SUCCESS: 1 });
    expect(await send(other.tag)).toEqual(HELD);
  });

  it('A dry run counts as the send does, and an explanation names the choice, the message and the next time', async () => {
    const { tag, extIds } = await register(['fay@a.example'], 'week');
    const key = await sending.bulk({ message: SALE, target: { tag } });
    await sending.drain();
    const body = { message: SALE, target: { tag } };
    const { policy } = await sending.post<{ policy: object }>('sendBulkNotification/dryRun', body);
    const name = 'emailFrequency: week';
    const usedUp = [{ name, nextAt: expect.any(String), messages: [{ notificationKey: key, people: 1 }] }];
    expect(policy).toMatchObject({ caps: { [name]: 1 }, deferred: 0, usedUp });
    const { notification } = await sending.post<{ notification: { outlook: { cap?: object }[] } }>(
      'targeting/explain',
      {
        extId: extIds[0],
        notificationKey: key,
      },
    );
    expect(notification.outlook[0]?.cap).toMatchObject({ name, over: 'skip' });
    expect(await send(tag)).toEqual(HELD);
  });

  it('Caps of the application hold beside it, and the whole of a choice ends with the offer', async () => {
    await offer(['week'], { caps: [{ name: 'day', most: 1, per: '24h' }] });
    const { tag } = await register(['gil@a.example'], 'week');
    expect([await send(tag), await send(tag)]).toEqual([{ SUCCESS: 1 }, HELD]);
    await offer(['day'], { prune: true, caps: [] });
    expect(await send(tag)).toEqual(HELD);
    await offer([]);
    expect(await send(tag)).toEqual({ SUCCESS: 1 });
  });

  it('Where nothing is offered, a batch reads no choices and counts no messages', async () => {
    await offer([]);
    const { tag } = await register(['hal@a.example']);
    recordStatements(true, { every: true });
    takeStatements();
    expect(await send(tag)).toEqual({ SUCCESS: 1 });
    const about = takeStatements().filter((text) => /u\.email_frequency|contact_policy\.recent/.test(text));
    recordStatements(false);
    expect(about).toEqual([]);
  });
});

describe('The word of a frequency', () => {
  it.each([
    [{ emailFrequency: 'month' }, 'consent.emailFrequency'],
    [{ emailFrequency: 'hour' }, 'emailFrequency'],
    [{ emailFrequency: 7 }, 'emailFrequency'],
  ])('%j is refused where days and weeks are offered', async (consent, field) => {
    await offer(['day', 'week']);
    const { status, text } = await sending.gateway.call('/rest/3.0/registerUsers', {
      body: [{ extId: 'ivy', consent }],
    });
    expect(status).toBe(400);
    expect(text).toContain(field);
  });

  it.each([[['hour']], ['day'], [[1]]])('The setting %j is refused', async (emailFrequency) => {
    const file = { app: 'shop', settings: { emailFrequency } };
    await expect(sending.gateway.app.get(ApplyService).apply(file, { dryRun: false })).rejects.toThrow(
      /settings\.emailFrequency/,
    );
  });
});
