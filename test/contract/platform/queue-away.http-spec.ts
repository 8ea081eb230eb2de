import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#platform/embedded';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };

let sending: Sending;
beforeAll(async () => {
  sending = await startSending({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 3));
});
afterAll(() => sending.close());

it('The gateway accepts campaigns without a queue, and recovery sends them', async () => {
  const keys = [await sending.bulk(BODY), await sending.bulk(BODY)];
  expect(new Set(keys).size).toBe(2);
  await sending.drain();
  for (const key of keys) {
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
  }
});
