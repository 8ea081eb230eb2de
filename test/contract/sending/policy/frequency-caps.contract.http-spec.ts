import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const SALE = { title: 'Sale', text: 'Shoes', subject: 'Sale', from: 'shop@a.example', platforms: ['EMAIL'] };
/** Longer than a process keeps the policy that it has read. */
const POLICY_AGE_MS = 1010;
let sending: Sending;
let people = 0;
let appliedAt = 0;

beforeAll(async () => {
  sending = await startSending();
  await apply({ categories: [{ name: 'offers' }, { name: 'news' }] });
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await apply({ prune: true, caps: [] });
});

const db = () => sending.gateway.fresh.db;

/** Applies a part of the file. */
async function apply(file: object): Promise<string[]> {
  const { differences } = await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', ...file }, { dryRun: false });
  appliedAt = performance.now();
  return differences.map(({ change, subject }) => `${change} ${subject}`);
}

/** Waits until this process has read what was applied: its policy may be a second old. */
async function readPolicy(): Promise<void> {
  const rest = appliedAt + POLICY_AGE_MS - performance.now();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
}

/** Registers people with addresses. @returns a target and their extIds */
async function register(addresses: readonly string[]): Promise<{ tag: string; extIds: string[] }> {
  const tag = `group-${(people += 1)}`;
  const extIds = addresses.map((_, n) => `${tag}-${n}`);
  const users = addresses.map((email, n) => ({ extId: extIds[n], email, emailOptIn: true, tags: [tag] }));
  await sending.post('registerUsers', users);
  return { tag, extIds };
}

async function send(tag: string, message: object = SALE, rest: object = {}): Promise<Record<string, number>> {
  await readPolicy();
  const key = await sending.bulk({ message, target: { tag }, ...rest });
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

/** Sends everything, also what waits for another attempt. */
async function drainRetries(): Promise<void> {
  do {
    await sending.drain();
  } while ((await db().affected('UPDATE delivery.retry SET due_at = now()')) > 0);
}

const oldCaps = () =>
  db().affected(
    `UPDATE contact_policy.policy AS p SET caps =
       (SELECT coalesce(jsonb_agg(c || '{"since": "2020-01-01T00:00:00.000Z"}'), '[]') FROM jsonb_array_elements(p.caps) AS c)`,
  );

describe('Frequency caps', () => {
  it('A campaign skips those who had as many messages as the cap allows, until the window has rolled on', async () => {
    await apply({ caps: [{ name: 'day', most: 2, per: '24h' }] });
    await oldCaps();
    const { tag } = await register(['ada@a.example']);
    expect(await send(tag)).toEqual({ SUCCESS: 1 });
    await pass(23);
    expect(await send(tag)).toEqual({ SUCCESS: 1 });
    expect(await send(tag)).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
    await pass(2);
    expect([await send(tag), await send(tag)]).toEqual([{ SUCCESS: 1 }, { 'SKIPPED FREQUENCY_CAP': 1 }]);
    expect(await sending.simulators.deliveries('provider=smtp')).toHaveLength(3);
  });

  it('Messages to one person count and are not held back, exempt ones do neither', async () => {
    await apply({ caps: [{ name: 'day', most: 1, per: '24h' }] });
    const { tag, extIds } = await register(['bob@a.example']);
    const direct = async (policy: object = {}) => {
      await readPolicy();
      const definition = { title: 'Code', message: '1234', subject: 'Code', from: 'a@a.example', platforms: ['EMAIL'] };
      const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
        ...definition,
        ...policy,
      });
      await sending.post('sendNotification', {
        notificationKey: String(notificationKey),
        target: { extId: extIds[0] },
      });
      const rows = await db().rows<{ id: number }>(
        'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
        [notificationKey],
      );
      const sender = sending.gateway.app.get(TransactionalSenderService);
      await sender.send(rows.map(({ id }) => id));
      await sender.waitUntilIdle();
      return sending.ends(notificationKey);
    };
    expect(await direct({ policy: 'exempt' })).toEqual({ SUCCESS: 1 });
    expect(await send(tag, { ...SALE, policy: 'exempt' })).toEqual({ SUCCESS: 1 });
    expect(await direct()).toEqual({ SUCCESS: 1 });
    expect(await direct()).toEqual({ SUCCESS: 1 });
    expect(await send(tag)).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
    expect(await send(tag, { ...SALE, transactional: true })).toEqual({ SUCCESS: 1 });
    await apply({ caps: [{ name: 'day', most: 1, per: '24h', binds: ['marketing', 'service'] }] });
    expect(await direct()).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
  });

  it('A cap on channels or categories leaves other messages alone', async () => {
    await apply({
      caps: [
        { name: 'mail', most: 1, per: '7d', channels: ['EMAIL'], topics: ['offers'] },
        { name: 'push', most: 1, per: '1h', channels: ['PUSH'] },
      ],
    });
    const { tag } = await register(['cid@a.example']);
    const about = (...categories: string[]) => send(tag, { ...SALE, categories });
    expect(await about('news')).toEqual({ SUCCESS: 1 });
    expect(await about('offers')).toEqual({ SUCCESS: 1 });
    expect(await about('offers', 'news')).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
    expect(await send(tag)).toEqual({ SUCCESS: 1 });
  });

  it('A message to an address counts for every user who has it', async () => {
    await apply({ caps: [{ name: 'day', most: 1, per: '24h' }] });
    const { tag } = await register(['dan@a.example', 'Dan@A.example']);
    expect(await send(tag, { ...SALE, perUser: true })).toEqual({ SUCCESS: 1, 'SKIPPED FREQUENCY_CAP': 1 });
    const other = await register(['DAN@a.example']);
    expect(await send(other.tag)).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
  });

  it('A dry run counts who is capped, and an explanation names the cap, its messages and the next time', async () => {
    await apply({ caps: [{ name: 'day', most: 1, per: '24h' }] });
    const { tag, extIds } = await register(['hal@a.example']);
    await readPolicy();
    const key = await sending.bulk({ message: SALE, target: { tag } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    const forecast = await sending.post<{ policy: object }>('sendBulkNotification/dryRun', {
      message: SALE,
      target: { tag },
    });
    expect(forecast.policy).toMatchObject({ caps: { day: 1 }, deferred: 0, quietHours: 0, holdout: 0 });
    const usedUp = [{ name: 'day', nextAt: expect.any(String), messages: [{ notificationKey: key, people: 1 }] }];
    expect(forecast.policy).toMatchObject({ usedUp });
    const body = { extId: extIds[0], notificationKey: key };
    const { notification } = await sending.post<{ notification: { outlook: { cap?: object }[] } }>(
      'targeting/explain',
      body,
    );
    const [{ cap } = {}] = notification.outlook;
    const messages = [{ notificationKey: key, sentAt: expect.any(String) }];
    expect(cap).toEqual({
      name: 'day',
      over: 'skip',
      sentAt: [messages[0]?.sentAt],
      messages,
      nextAt: expect.any(String),
    });
  });

  it('A message that nothing took gives its place back', async () => {
    await apply({ caps: [{ name: 'day', most: 1, per: '24h' }] });
    const { tag } = await register(['fay@busy.example']);
    await sending.simulators.faults(1, [{ provider: 'smtp', share: 1, status: 450, reason: '4.2.1 Busy', times: 1 }]);
    await readPolicy();
    const key = await sending.bulk({ message: SALE, target: { tag } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({});
    expect(await send(tag)).toEqual({ SUCCESS: 1 });
    await drainRetries();
    expect(await sending.ends(key)).toEqual({ 'SKIPPED FREQUENCY_CAP': 1 });
  });

  it('Two campaigns at once do not share the last free place', async () => {
    await apply({ caps: [{ name: 'day', most: 1, per: '24h' }] });
    const { tag } = await register(Array.from({ length: 300 }, (_, n) => `gil-${n}@a.example`));
    await readPolicy();
    const keys = await Promise.all([1, 2, 3].map(() => sending.bulk({ message: SALE, target: { tag } })));
    await sending.launchDue();
    const chunks = await sending.openChunks();
    await Promise.all(chunks.map((key) => sending.chunks.sendChunk(key)));
    await drainRetries();
    const ends = await Promise.all(keys.map((key) => sending.ends(key)));
    const sum = (name: string) => ends.reduce((total, end) => total + (end[name] ?? 0), 0);
    expect([sum('SUCCESS'), sum('SKIPPED FREQUENCY_CAP')]).toEqual([300, 600]);
  });
});

describe('The section caps', () => {
  it('It is read back as it was written, and a second time changes nothing', async () => {
    const caps = [{ name: 'a', most: 2, per: '1h', channels: ['EMAIL'], topics: ['news'], binds: ['marketing'] }];
    expect(await apply({ caps })).toEqual(['add caps: a']);
    expect(await apply({ caps })).toEqual([]);
    expect(await apply({ caps: [{ ...caps[0], most: 3 }] })).toEqual(['change caps: a']);
    expect(await apply({ prune: true, caps: [] })).toEqual(['remove caps: a']);
  });

  it.each([
    { calendar: 'week' },
    { calendar: true, per: '7d' },
    { calendar: 'week', per: '168h' },
    { calendar: 'week', over: 'skip' },
  ])('The calendar week %j is one and the same cap', async (written) => {
    expect(await apply({ caps: [{ name: 'w', most: 2, calendar: 'week' }] })).toEqual(['add caps: w']);
    expect(await apply({ caps: [{ name: 'w', most: 2, ...written }] })).toEqual([]);
  });

  it.each([
    [{ name: 'a', per: '1h' }, 'caps[0].most'],
    [{ name: 'a', most: 0, per: '1h' }, 'caps[0].most'],
    [{ name: 'a', most: 1, per: '91d' }, 'caps[0].per'],
    [{ name: 'a', most: 1, per: 'soon' }, 'caps[0].per'],
    [{ name: 'a', most: 1 }, 'caps[0].per'],
    [{ name: 'a', most: 1, per: '1h', over: 'drop' }, 'caps[0].over'],
    [{ name: 'a', most: 1, calendar: 'year' }, 'caps[0].calendar'],
    [{ name: 'a', most: 1, calendar: 1, per: '24h' }, 'caps[0].calendar'],
    [{ name: 'a', most: 1, calendar: true }, 'caps[0].per'],
    [{ name: 'a', most: 1, calendar: true, per: '5h' }, 'caps[0].per'],
    [{ name: 'a', most: 1, calendar: 'day', per: '7d' }, 'caps[0].per'],
    [{ name: 'a', most: 1, per: '1h', channels: ['FAX'] }, 'caps[0].channels'],
    [{ name: 'a', most: 1, per: '1h', binds: ['exempt'] }, 'caps[0].binds'],
    [{ name: 'a', most: 1, per: '1h', topics: ['none'] }, "no category is called 'none'"],
    [{ name: 'a', most: 1, per: '1h', weekly: true }, 'caps[0].weekly'],
  ])('It refuses %j with the place of the fault', async (cap, words) => {
    const applied = sending.gateway.app.get(ApplyService).apply({ app: 'shop', caps: [cap] }, { dryRun: false });
    await expect(applied).rejects.toThrow(words);
  });
});
