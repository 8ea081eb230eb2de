import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reachableUsers, type Reach } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** More than the 50 that a provider has in flight at a time, and no more than a sub-batch. */
const COUNT = 90;
/** So long that no renewal comes by itself. */
const LEASE_MS = 600_000;
const PLATFORMS: Record<string, Reach> = {
  webpush: 'CHROME',
  smtp: 'EMAIL',
  sms: 'SMS',
};

const MESSAGE = {
  title: 'Hello',
  text: 'Hello',
  iconUrl: 'https://example.com/icon.png',
  subject: 'Hello',
  htmlText: '<p>Hello</p>',
};

let sending: Sending;
beforeAll(async () => {
  sending = await startSending({ LEASE_MS: String(LEASE_MS) });
  for (const platform of Object.values(PLATFORMS)) {
    await sending.post('registerUsers', await reachableUsers(sending.simulators, platform, COUNT));
  }
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());
afterEach(async () => {
  vi.useRealTimers();
  await sending.simulators.faults(1, []);
});

describe('Suspension of a machine for longer than a lease during a batch', () => {
  it.each(Object.entries(PLATFORMS))(
    'A suspended worker sends no more of the batch before its lease is confirmed: %s',
    async (provider, platform) => {
      await sending.simulators.faults(1, [{ provider, share: 1, latencyMs: 1000 }]);
      const key = await sending.bulk({ message: { ...MESSAGE, platforms: [platform] }, target: { sendToAll: true } });
      await sending.launchDue();
      const [chunk] = await sending.openChunks();
      const work = chunk && sending.chunks.sendChunk(chunk);
      const { db } = sending.gateway.fresh;
      while (
        !(await db.row('SELECT 1 FROM delivery.chunk WHERE chunk_id = $1 AND intent IS NOT NULL', [
          chunk?.chunkId ?? 0,
        ]))
      ) {
        await sleep(5);
      }
      await sleep(300);
      // The steady clock stands while the machine is suspended; the wall clock does not.
      vi.setSystemTime(Date.now() + LEASE_MS);
      await work;
      vi.useRealTimers();
      await sending.simulators.faults(1, []);
      const accepted = (await sending.simulators.counts())[provider]?.accepted ?? 0;
      const withheld = await db.rows<{ attempt: number }>('SELECT attempt FROM delivery.retry WHERE dispatch_id = $1', [
        chunk?.dispatchId ?? 0,
      ]);
      expect(accepted + withheld.length).toBe(COUNT);
      expect(withheld.length).toBeGreaterThanOrEqual(COUNT - 50);
      // On a busy machine a provider may be late, and its account then rests for some seconds.
      const finish = async (): Promise<unknown> => {
        await db.affected(`UPDATE delivery.retry SET due_at = now() - interval '1 second'`);
        await sending.drain();
        return sending.ends(key);
      };
      await expect.poll(finish, { timeout: 60_000, interval: 500 }).toEqual({ SUCCESS: COUNT });
      expect(await sending.simulators.duplicates()).toEqual([]);
      expect(await db.rows('SELECT 1 FROM delivery.in_doubt WHERE dispatch_id = $1', [chunk?.dispatchId ?? 0])).toEqual(
        [],
      );
    },
    90_000,
  );
});
