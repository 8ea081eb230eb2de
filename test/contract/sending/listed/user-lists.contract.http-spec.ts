import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#libs/content';
import { ChunkSenderService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { ListedSends, nameOf } from '../../../support/contract/listed/listed-sends.js';
import { PROVIDERS, textsOf as textsOfProvider, type Provider } from '../../../support/contract/listed/listed-texts.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { anotherWorker } from '../../../support/processes/another-worker.js';

const COUNT = 300;
const MESSAGE = {
  title: 'Hi @{item|you}',
  message: 'You left @{item|nothing}, @{price|free}.',
  platforms: Object.values(PROVIDERS),
};

let sending: Sending;
let lists: ListedSends;
/** By the number of the user. */
let uids: number[];
beforeAll(async () => {
  sending = await startSending();
  lists = new ListedSends(sending);
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
  uids = await lists.register(COUNT);
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
});

const uidOf = (n: number): number => uids[n] ?? Number.NaN;
const ofItems = (numbers: readonly number[]): Map<number, JsonObject> =>
  new Map(numbers.map((n) => [uidOf(n), { item: `item ${n}` }]));

const textsOf = (provider: Provider): Promise<Map<string, string[]>> => textsOfProvider(sending.simulators, provider);

/** The address of a user. */
async function addressOf(provider: Provider, n: number): Promise<string> {
  if (provider === 'fcm') {
    const row = await sending.gateway.fresh.db.row<{ token: string }>(
      'SELECT i.token FROM users.installation AS i WHERE i.app_id = $1 AND i.uid = $2',
      [sending.gateway.appId, uidOf(n)],
    );
    return row?.token ?? '';
  }
  return provider === 'sms' ? `+4917${10_000_000 + n}` : `${nameOf(n)}@a.example`;
}

async function passTime(): Promise<void> {
  await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
  await sending.drain();
}

describe('A send to listed users', () => {
  it('Each of 300 users gets a text with its own values once, on push, e-mail and SMS', async () => {
    const { key, dispatchId } = await lists.accept(ofItems(uids.map((_, n) => n)), MESSAGE);
    expect((await lists.stored(dispatchId)).size).toBe(COUNT);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 * COUNT });
    for (const provider of ['fcm', 'smtp', 'sms'] as const) {
      const texts = await textsOf(provider);
      expect(texts.size).toBe(COUNT);
      for (const n of uids.keys()) {
        const body = `You left item ${n}, free.`;
        expect(texts.get(await addressOf(provider, n))).toEqual([provider === 'smtp' ? `Hi item ${n}\n${body}` : body]);
      }
    }
  });

  it('The parameters of a send and the profile stand where a user has no value of its own', async () => {
    const users = new Map<number, JsonObject>([
      [uidOf(0), { item: 'mine' }],
      [uidOf(1), {}],
      [uidOf(2), { item: null }],
    ]);
    const { message } = await lists.request(users, { ...MESSAGE, platforms: ['SMS'] });
    const params = { item: 'of all', price: 5 };
    const { key } = await lists.accept(users, { ...MESSAGE, platforms: ['SMS'] }, { message: { ...message, params } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    const texts = await textsOf('sms');
    expect(await Promise.all([0, 1, 2].map(async (n) => texts.get(await addressOf('sms', n))))).toEqual([
      ['You left mine, 5.'],
      ['You left of all, 5.'],
      ['You left of all, 5.'],
    ]);
  });
});

describe('A send to listed users whose worker dies', () => {
  const die = (dispatchId: number): Promise<number> =>
    sending.gateway.fresh.db.affected(
      `UPDATE delivery.chunk SET state = 0, done = 0, sent = '{}', intent = ids, lease_until = now(), epoch = epoch + 1,
              intent_at = now() - interval '1 second' WHERE dispatch_id = $1`,
      [dispatchId],
    );

  /** Another worker, with nothing of the first one in memory, goes on. */
  async function takeOver(): Promise<void> {
    const worker = await anotherWorker(sending);
    try {
      for (const chunk of await sending.openChunks()) {
        await worker.app.get(ChunkSenderService).sendChunk(chunk);
      }
    } finally {
      await worker.close();
    }
  }

  it('Another worker repeats the same values when a batch was sent and nothing of it stored', async () => {
    const numbers = [...uids.keys()];
    const { key, dispatchId } = await lists.accept(ofItems(numbers), { ...MESSAGE, platforms: ['ANDROID'] });
    await sending.drain();
    const { db } = sending.gateway.fresh;
    await db.affected('DELETE FROM delivery.push_result WHERE dispatch_id = $1', [dispatchId]);
    await db.affected('UPDATE delivery.dispatch SET state = 2, finished_at = NULL WHERE dispatch_id = $1', [
      dispatchId,
    ]);
    await die(dispatchId);
    await takeOver();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
    const texts = await textsOf('fcm');
    for (const n of numbers) {
      const text = `You left item ${n}, free.`;
      expect(texts.get(await addressOf('fcm', n))).toEqual([text, text]);
    }
    expect((await sending.simulators.duplicates()).map(({ count }) => count)).toEqual(numbers.map(() => 2));
  });

  it.each([
    ['ANDROID', 'fcm', { SUCCESS: COUNT }],
    ['SMS', 'sms', { SUCCESS: COUNT }],
    ['EMAIL', 'smtp', { 'FAILED IN_DOUBT': COUNT }],
  ] as const)(
    'Another worker sends the values of a batch in flight that never left on %s',
    async (platform, provider, ends) => {
      const { key, dispatchId } = await lists.accept(ofItems([...uids.keys()]), { ...MESSAGE, platforms: [platform] });
      await sending.launchDue();
      await die(dispatchId);
      await takeOver();
      await passTime();
      expect(await sending.ends(key)).toEqual(ends);
      const texts = await textsOf(provider);
      for (const n of 'SUCCESS' in ends ? uids.keys() : []) {
        expect(texts.get(await addressOf(provider, n))).toEqual([`You left item ${n}, free.`]);
      }
      expect(texts.size).toBe('SUCCESS' in ends ? COUNT : 0);
    },
  );

  it('A retry has the values of the first attempt', async () => {
    await sending.simulators.faults(1, [{ provider: 'fcm', share: 1, status: 503, reason: 'UNAVAILABLE', times: 1 }]);
    const { key } = await lists.accept(ofItems([5, 6]), { ...MESSAGE, platforms: ['ANDROID'] });
    await sending.drain();
    await sending.simulators.faults(1, []);
    await expect
      .poll(async () => passTime().then(() => sending.ends(key)), { timeout: 60_000, interval: 500 })
      .toEqual({ SUCCESS: 2 });
    expect([...(await textsOf('fcm')).values()].flat().toSorted()).toEqual([
      'You left item 5, free.',
      'You left item 6, free.',
    ]);
  });
});
