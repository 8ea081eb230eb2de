import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS', 'ANDROID'] };
const ALL = { sendToAll: true };
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 700));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'ANDROID', 300));
});

afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

async function accepted(): Promise<number> {
  const counts = await sending.simulators.counts();
  return (counts['apns']?.accepted ?? 0) + (counts['fcm']?.accepted ?? 0);
}

const letTimePass = () =>
  sending.gateway.fresh.db.affected(
    `UPDATE delivery.dispatch SET pace_next_at = pace_next_at - interval '5 minutes'
      WHERE pace_next_at IS NOT NULL AND state < 3`,
  );

async function status(key: number): Promise<string> {
  const answer = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
  return (answer.json as { status: string }).status;
}

describe('4.2 speed: a limit for each interval', () => {
  it('A campaign with a speed sends one package at a time, and each recipient gets it once', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: ALL, speed: { intervalMins: 5, packageSize: 300 } });
    for (const total of [300, 600, 900, 1000]) {
      await sending.drain();
      expect(await accepted()).toBe(total);
      await sending.drain();
      expect(await accepted()).toBe(total);
      expect(await status(key)).toBe(total < 1000 ? 'SENDING' : 'FINISHED');
      await letTimePass();
    }
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1000 });
    expect(await sending.simulators.duplicates()).toEqual([]);
    expect(await sending.dispatch(key)).toEqual({ planned: 1000, settled: 1000, state: 3 });
  });

  it('No package is released while the previous one is open, and the next one then waits a whole interval', async () => {
    const key = await sending.bulk({
      message: { ...MESSAGE, speed: { intervalMins: 5, packetSize: 100 } },
      target: ALL,
    });
    await sending.recovery.enqueueOpenWork();
    await sending.launchDue();
    await sending.recovery.enqueueOpenWork();
    expect(await sending.openChunks()).toHaveLength(1);
    await letTimePass();
    await sending.recovery.enqueueOpenWork();
    expect(await sending.openChunks()).toHaveLength(1);
    await sending.drain();
    expect(await accepted()).toBe(100);
    await letTimePass();
    await sending.drain();
    expect(await accepted()).toBe(200);
    await sending.post('stopNotification', [{ messageId: key }]);
    await sending.drain();
  });

  it('Many schedulers release one package together, and packages stay apart after a crash', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: ALL, speed: { intervalMins: 5, packageSize: 120 } });
    await sending.launchDue();
    await Promise.all(Array.from({ length: 6 }, () => sending.recovery.enqueueOpenWork()));
    const { db } = sending.gateway.fresh;
    const free = 'SELECT coalesce(sum(planned), 0)::integer AS n FROM delivery.chunk WHERE state = 0 AND hold = 0';
    expect(await db.row(free)).toEqual({ n: 120 });
    // A worker killed between intent and results leaves this state, before its lease runs out.
    await db.affected(
      `UPDATE delivery.chunk SET intent = ids, intent_at = now(), epoch = epoch + 1, lease_until = now() + interval '1 hour'
        WHERE state = 0 AND hold = 0`,
    );
    await letTimePass();
    await sending.drain();
    expect(await accepted()).toBe(0);
    await db.affected('UPDATE delivery.chunk SET lease_until = now() WHERE lease_until IS NOT NULL');
    for (let turn = 0; turn < 12; turn++) {
      const before = await accepted();
      await sending.drain();
      expect((await accepted()) - before).toBeLessThanOrEqual(120);
      await letTimePass();
    }
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1000 });
  });

  it('changeSpeed makes a campaign faster, slower and unlimited while it is sent', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: ALL, speed: { intervalMins: 60, packageSize: 10 } });
    await sending.drain();
    expect(await accepted()).toBe(10);
    await sending.post('changeSpeed', [{ messageId: key, intervalMins: 1, packageSize: 500 }]);
    await letTimePass();
    await sending.drain();
    expect(await accepted()).toBe(510);
    await sending.post('changeSpeed', [{ messageId: key, intervalMins: 1, packageSize: 7 }]);
    await letTimePass();
    await sending.drain();
    expect(await accepted()).toBe(517);
    await sending.post('changeSpeed', [{ messageId: key }]);
    await sending.drain();
    expect(await accepted()).toBe(1000);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1000 });
    expect((await sending.dispatch(key)).state).toBe(3);
  });

  it('changeSpeed limits a campaign that was launched without a speed: chunks without a lease wait', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: ALL });
    await sending.launchDue();
    await sending.post('changeSpeed', [{ messageId: key, intervalMins: 5, packageSize: 250 }]);
    await sending.drain();
    expect(await accepted()).toBe(0);
    await letTimePass();
    await sending.drain();
    expect(await accepted()).toBe(250);
    await letTimePass();
    await sending.drain();
    expect(await accepted()).toBe(500);
    await sending.post('changeSpeed', [{ messageId: key }]);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1000 });
  });

  it.each([
    [{ intervalMins: 1 }, 2020, 'packageSize'],
    [{ packageSize: 10 }, 2020, 'intervalMins'],
    [{ intervalMins: 0, packageSize: 10 }, 2004, 'intervalMins'],
    [{ intervalMins: 1, packageSize: 'few' }, 2004, 'packageSize'],
    [{ intervalMins: 1, packetSize: 'few' }, 2004, 'packetSize'],
    [{ intervalMins: 100_000, packageSize: 10 }, 2004, 'intervalMins'],
  ])('The speed %j is refused, beside the message and in it', async (speed, code, named) => {
    for (const [body, path] of [
      [{ message: MESSAGE, target: ALL, speed }, 'speed'],
      [{ message: { ...MESSAGE, speed }, target: ALL }, 'message.speed'],
    ] as const) {
      const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body });
      const error = expect.stringMatching(new RegExp(`^(Field ')?${path}.${named}('| is required)`));
      expect([answer.status, answer.json]).toEqual([400, { code, error }]);
    }
  });

  it.each([
    [[{ messageId: 2_000_000_000, intervalMins: 1, packageSize: 1 }], 5003],
    [[{ messageId: 1, intervalMins: 1 }], 2004],
    [[{ intervalMins: 1, packageSize: 1 }], 2020],
    [{ messageId: 1 }, 2004],
  ])('changeSpeed %j answers %i', async (body, code) => {
    const answer = await sending.gateway.call('/rest/3.0/changeSpeed', { body });
    expect([answer.status, answer.json]).toMatchObject([400, { code, error: expect.any(String) as string }]);
  });
});
