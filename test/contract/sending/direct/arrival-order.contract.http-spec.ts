import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { startSending, type Sending } from '../../../support/contract/sending.js';

/** Groups of one application that are sent at a time. */
const TURNS = 16;
const OTHERS = Array.from({ length: TURNS + 4 }, (_, index) => `other${index}`);
const TOKENS: Record<string, string> = {
  ann: 'a'.repeat(64),
  bob: 'b'.repeat(64),
  ...Object.fromEntries(OTHERS.map((name, index) => [name, `c${String(index).padStart(63, '0')}`])),
};
let sending: Sending;
let definition = 0;

beforeAll(async () => {
  sending = await startSending();
  await sending.post(
    'registerUsers',
    Object.entries(TOKENS).map(([extId, deviceToken]) => ({ extId, platform: 'IOS', deviceToken })),
  );
  const answer = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Order',
    message: 'Step @{step}',
    personalizedMessage: 'Step @{step}',
    platforms: ['IOS'],
  });
  definition = answer.notificationKey;
});
afterAll(() => sending.close());

async function accept(extId: string, step: number): Promise<void> {
  await sending.post('sendNotification', {
    notificationKey: String(definition),
    target: { extId },
    message: { params: { step: String(step) } },
  });
}

/** Lets a worker begin with what was accepted. It goes on after the worker has claimed it. */
async function sendAccepted(): Promise<void> {
  const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE state = 0',
  );
  await sending.gateway.app.get(TransactionalSenderService).send(rows.map(({ id }) => id));
}

async function send(extId: string, step: number): Promise<void> {
  await accept(extId, step);
  await sendAccepted();
}

async function arrivals(): Promise<string[]> {
  const deliveries = await sending.simulators.deliveries('provider=apns');
  return deliveries
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ token, payload }) => `${token[0]} ${/Step \d/.exec(JSON.stringify(payload))?.[0]}`);
}

describe('Order of single messages to one person', () => {
  it.each([2, 3, 7])(
    '%i messages arrive in the order of their requests, also when the first one takes long',
    async (count) => {
      await sending.simulators.clear();
      await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 400, times: 1 }]);
      for (let step = 1; step <= count; step++) {
        await send('ann', step);
      }
      await sending.gateway.app.get(TransactionalSenderService).waitUntilIdle();
      expect(await arrivals()).toEqual(Array.from({ length: count }, (_, index) => `a Step ${index + 1}`));
    },
  );

  it.each([2, 3])('%i messages that a worker claims together arrive in the order of their requests', async (count) => {
    await sending.simulators.clear();
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 400, times: 1 }]);
    for (let step = 1; step <= count; step++) {
      await accept('ann', step);
    }
    await sendAccepted();
    await sending.gateway.app.get(TransactionalSenderService).waitUntilIdle();
    expect(await arrivals()).toEqual(Array.from({ length: count }, (_, index) => `a Step ${index + 1}`));
  });

  it('A message to another person does not wait', async () => {
    await sending.simulators.clear();
    await sending.simulators.faults(1, [{ provider: 'apns', token: TOKENS.ann, share: 1, latencyMs: 1500, times: 1 }]);
    await send('ann', 1);
    await send('ann', 2);
    await send('bob', 3);
    await sending.gateway.app.get(TransactionalSenderService).waitUntilIdle();
    expect(await arrivals()).toEqual(['b Step 3', 'a Step 1', 'a Step 2']);
  });

  it.each([0, 1, 4])(
    'A message that joined a waiting group of %i others is not overtaken by the next one',
    async (joinedBefore) => {
      await sending.simulators.clear();
      await sending.simulators.faults(1, [
        { provider: 'apns', token: TOKENS['bob'], share: 1, latencyMs: 1000, times: 1 },
        { provider: 'apns', share: 1, latencyMs: 800, times: TURNS },
      ]);
      const { db } = sending.gateway.fresh;
      for (const name of OTHERS.slice(0, TURNS)) {
        await send(name, 0);
      }
      await send('ann', 1);
      for (const name of OTHERS.slice(TURNS, TURNS + joinedBefore)) {
        await send(name, 0);
      }
      await send('bob', 2);
      const inFlight = `SELECT count(*)::integer AS n FROM delivery.chunk AS c JOIN delivery.dispatch AS d USING (dispatch_id)
        WHERE c.intent IS NOT NULL AND d.target -> 'extIds' ? 'bob'`;
      await expect.poll(() => db.row(inFlight), { timeout: 10_000, interval: 20 }).toEqual({ n: 1 });
      await send('bob', 3);
      await sending.gateway.app.get(TransactionalSenderService).waitUntilIdle();
      expect((await arrivals()).filter((arrival) => arrival.startsWith('b'))).toEqual(['b Step 2', 'b Step 3']);
    },
  );
});
