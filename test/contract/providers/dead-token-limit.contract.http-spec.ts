import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '#libs/audit';
import { ChunkSenderService, retirementLimit, DeadTokenService } from '#libs/delivery';
import { TokenRetirementService } from '#libs/users/devices';
import { Database } from '#platform/db';
import { anotherWorker, type AnotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const COUNT = 2000;
const UNREGISTERED = { provider: 'fcm', share: 1, status: 404, reason: 'UNREGISTERED' };
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['ANDROID'] }, target: { sendToAll: true } };

let sending: Sending;
let secondWorker: AnotherWorker;
beforeAll(async () => {
  sending = await startSending();
  secondWorker = await anotherWorker(sending);
  for (let from = 0; from < COUNT; from += 1000) {
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'ANDROID', 1000, from));
  }
});
afterAll(async () => {
  await secondWorker.close();
  await sending.close();
});

async function outOfUse(): Promise<number> {
  const row = await sending.gateway.fresh.db.row<{ n: number }>(
    'SELECT count(*)::integer AS n FROM users.installation WHERE app_id = $1 AND retired_at IS NOT NULL',
    [sending.gateway.appId],
  );
  return row?.n ?? 0;
}

describe('Retirement limit of one send, with two workers', () => {
  it('Two workers that find dead tokens at once retire exactly the limit', async () => {
    await sending.simulators.faults(1, [UNREGISTERED]);
    const key = await sending.bulk(BODY);
    await sending.launchDue();
    const [entry, two, ...remaining] = await sending.openChunks();
    if (!entry || !two || remaining.length > 0) {
      throw new Error('The campaign has not two chunks');
    }
    await Promise.all([sending.chunks.sendChunk(entry), secondWorker.app.get(ChunkSenderService).sendChunk(two)]);
    await sending.simulators.faults(1, []);
    expect(await sending.ends(key)).toEqual({ 'FAILED INVALID_TOKEN': COUNT });
    expect(await outOfUse()).toBe(retirementLimit(COUNT));
    const deadTokens = sending.gateway.app.get(DeadTokenService);
    const retirement = sending.gateway.app.get(TokenRetirementService);
    await retirement.restoreTokens(
      sending.gateway.appId,
      await deadTokens.findDispatches(sending.gateway.appId, key),
      SYSTEM,
    );
  });

  it('Two workers do not exceed the limit when one stores results before the other has committed', async () => {
    const key = await sending.bulk(BODY);
    await sending.launchDue();
    const [chunk] = await sending.openChunks();
    const { appId, fresh, app } = sending.gateway;
    const tokens = await fresh.db.rows<{ instId: number; token: string }>(
      'SELECT inst_id AS "instId", token FROM users.installation WHERE app_id = $1 ORDER BY inst_id',
      [appId],
    );
    const dead = tokens.map((outcome) => ({ ...outcome, reason: 'INVALID_TOKEN', raw: 'UNREGISTERED' }));
    const maximum = retirementLimit(COUNT);
    // Two of the chunks of one dispatch whose counts once were apart.
    const leased = (chunkId: number) => ({ ...chunk, appId, chunkId }) as Parameters<DeadTokenService['report']>[1];
    let committing = Promise.resolve();
    await fresh.db.tx(async (tx) => {
      await app.get(DeadTokenService).report(tx, leased(1), dead.slice(0, maximum - 10));
      const second = secondWorker.app
        .get(Database)
        .tx((its) => secondWorker.app.get(DeadTokenService).report(its, leased(2), dead.slice(maximum)));
      committing = second;
      // Time enough for it to look at the count; it then waits for this commit.
      await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 500))]);
    });
    await committing;
    expect(await outOfUse()).toBe(maximum);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT - maximum, 'SKIPPED NO_TOKEN': maximum });
  });
});
