import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** SMS whose answer is lost, while Twilio has other messages of the same sender, number, text and second. */
let sending: Sending;
let last = 0;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const TEXT = 'The shop opens at nine';
const send = (tag: string): Promise<number> =>
  sending.bulk({ message: { title: 'Hours', text: TEXT, platforms: ['SMS'], perUser: true }, target: { tag } });
const accepted = async (): Promise<number> => (await sending.simulators.counts())['sms']?.accepted ?? 0;

/** Users with one new number, by their tags. */
async function share(...tags: string[]): Promise<string> {
  last += 1;
  const msisdn = `+49151${String(last).padStart(8, '0')}`;
  await sending.post(
    'registerUsers',
    tags.map((_, index) => ({ extId: `${last}-${index}`, msisdn })),
  );
  for (const [index, tag] of tags.entries()) {
    await sending.post('tagUsers', { tag, extIds: [`${last}-${index}`] });
  }
  return msisdn;
}

/** The next messages to a number are cut off, before Twilio has them or after. */
async function cut(token: string, when: 'before' | 'after', times = 1): Promise<void> {
  await sending.simulators.faults(1, [{ provider: 'sms', token, share: 1, fault: 'reset', when, times }]);
}

it('An SMS in doubt is not matched with the message of another recipient of the batch', async () => {
  await cut(await share('a', 'a'), 'before');
  const key = await send('a');
  await sending.drain();
  // Twilio does not have the other one, so it is tried again.
  expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  expect(await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()')).toBe(1);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
  expect(await accepted()).toBe(2);
});

it('An SMS in doubt that matches only a message of an earlier send ends in doubt', async () => {
  const msisdn = await share('b');
  const earlier = await send('b');
  await sending.drain();
  await cut(msisdn, 'before');
  const key = await send('b');
  await sending.drain();
  expect(await sending.ends(earlier)).toEqual({ SUCCESS: 1 });
  expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 1 });
  expect(await accepted()).toBe(1);
});

it('An SMS in doubt that Twilio took is found, also beside an earlier one', async () => {
  const msisdn = await share('c');
  await send('c');
  await sending.drain();
  await cut(msisdn, 'after');
  const key = await send('c');
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  expect(await accepted()).toBe(2);
});

it('Two SMS in doubt to one number count as sent only if Twilio has two', async () => {
  await cut(await share('d', 'd'), 'after', 2);
  const both = await send('d');
  await sending.drain();
  expect(await sending.ends(both)).toEqual({ SUCCESS: 2 });

  const msisdn = await share('e', 'e');
  await sending.simulators.faults(1, [
    { provider: 'sms', token: msisdn, share: 1, fault: 'reset', when: 'after', times: 1 },
    { provider: 'sms', token: msisdn, share: 1, fault: 'reset', when: 'before', times: 2 },
  ]);
  const key = await send('e');
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 2 });
  expect(await accepted()).toBe(3);
});

it('An SMS in doubt is not matched with a message that a worker has in flight to the same number', async () => {
  const { db } = sending.gateway.fresh;
  const msisdn = await share('f1', 'f2');
  // A worker has sent to the first user and died before it could store the result.
  const dead = await send('f1');
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  await sending.chunks.sendChunk(chunk ?? { vb: 0, appId: 0, dispatchId: 0, chunkId: 0 });
  await db.affected(
    `UPDATE delivery.chunk SET state = 0, done = 0, sent = '{}', intent = ids, intent_at = now(),
            lease_until = now() + interval '1 hour' WHERE chunk_id = $1`,
    [chunk?.chunkId ?? 0],
  );
  await db.affected('DELETE FROM delivery.push_result AS r WHERE r.dispatch_id = $1', [chunk?.dispatchId ?? 0]);
  await cut(msisdn, 'before');
  const key = await send('f2');
  await sending.drain();
  expect(await sending.ends(dead)).toEqual({});
  expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 1 });
  expect(await accepted()).toBe(1);
});

/** A worker sends a personal message, and dies before it can store the result. @returns key of the campaign */
async function dieAfterSending(tag: string): Promise<number> {
  const { db } = sending.gateway.fresh;
  const key = await sending.bulk({
    message: { title: 'Hours', text: TEXT, personalizedMessage: 'Hello @{name}', platforms: ['SMS'] },
    target: { tag },
  });
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  await sending.chunks.sendChunk(chunk ?? { vb: 0, appId: 0, dispatchId: 0, chunkId: 0 });
  await db.affected(
    `UPDATE delivery.chunk SET state = 0, done = 0, sent = '{}', intent = ids, intent_at = now() - interval '1 second',
            lease_until = now() WHERE chunk_id = $1`,
    [chunk?.chunkId ?? 0],
  );
  await db.affected('DELETE FROM delivery.push_result AS r WHERE r.dispatch_id = $1', [chunk?.dispatchId ?? 0]);
  await db.affected('UPDATE delivery.dispatch SET state = 2, finished_at = NULL WHERE dispatch_id = $1', [
    chunk?.dispatchId ?? 0,
  ]);
  return key;
}

it('An SMS is not sent again when its text has changed since a worker died', async () => {
  await share('g');
  const extId = `${last}-0`;
  await sending.post('registerUsers', [{ extId, profile: { name: 'Anna' } }]);
  const key = await dieAfterSending('g');
  expect(await accepted()).toBe(1);
  await sending.post('registerUsers', [{ extId, profile: { name: 'Anne' } }]);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 1 });
  expect(await accepted()).toBe(1);
});

it('An SMS is sent again when every message of another text belongs to another send', async () => {
  const { db } = sending.gateway.fresh;
  const msisdn = await share('h');
  await sending.bulk({ message: { title: 'Other', text: 'Another text', platforms: ['SMS'] }, target: { tag: 'h' } });
  await sending.drain();
  const key = await send('h');
  await sending.launchDue();
  // A worker has stored the ids in flight, and died before the message left.
  await db.affected(
    `UPDATE delivery.chunk SET intent = ids, intent_at = now(), epoch = epoch + 1, lease_until = now() WHERE state = 0
        AND lease_until IS NULL`,
  );
  await sending.drain();
  await db.affected('UPDATE delivery.retry SET due_at = now()');
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  expect(await sending.simulators.deliveries(`provider=sms&token=${encodeURIComponent(msisdn)}`)).toHaveLength(2);
});
