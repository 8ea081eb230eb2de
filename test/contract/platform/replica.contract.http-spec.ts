import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../migrations/data-source.js';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { hasStandbyPair, StandbyPair } from '../../support/database/standby-pair.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

const CAMPAIGN = {
  message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] },
  target: { sendToAll: true },
};

/** Two real servers. No worker runs: a campaign stays as it was stored. */
describe.skipIf(!hasStandbyPair())('Gateway with a read replica', () => {
  let pair: StandbyPair;
  let sending: Sending;

  beforeAll(async () => {
    pair = await StandbyPair.start({ isSynchronous: false });
    await migrate(pair.primaryUrl);
    await pair.untilReplayed();
    sending = await startSending({ DATABASE_URL: pair.primaryUrl, DATABASE_READ_URL: pair.standbyUrl });
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 5));
  });
  afterAll(async () => {
    await sending.close();
    await pair.stop();
  });

  const statistics = async (key: number): Promise<unknown> =>
    (await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' })).json;
  const answered = async (): Promise<number> => {
    const metrics = sending.gateway.fresh.db.metrics();
    const values = (await metrics.find(({ name }) => name === 'herald_replica_reads_total')?.read()) ?? [];
    return values.find(({ labels }) => labels?.['place'] === 'replica')?.value ?? 0;
  };

  it('A gateway with a replica shows a campaign immediately after its request', async () => {
    for (let round = 0; round < 5; round++) {
      const notificationKey = await sending.bulk(CAMPAIGN);
      expect(await statistics(notificationKey)).toMatchObject({
        notificationKey,
        status: 'SENDING',
        state: 'STARTING',
      });
    }
    expect(await answered()).toBeGreaterThan(0);
  });

  it('A gateway shows a new or stopped campaign correctly while the replica is paused', async () => {
    await pair.pauseReplay();
    const notificationKey = await sending.bulk(CAMPAIGN);
    expect(await statistics(notificationKey)).toMatchObject({ state: 'STARTING' });
    await sending.post('stopNotification', [{ messageId: notificationKey }]);
    expect(await statistics(notificationKey)).toMatchObject({ state: 'STOPPED' });
    await pair.resumeReplay();
  });

  it('A gateway exports from the replica, and from the primary while the replica is away', async () => {
    const exported = async (): Promise<number> =>
      (await sending.gateway.call('/rest/3.0/exportResults?format=csv', { method: 'GET' })).status;
    await expect.poll(exported).toBe(200);
    await pair.stopStandby();
    expect(await exported()).toBe(200);
    expect(await statistics(await sending.bulk(CAMPAIGN))).toMatchObject({ state: 'STARTING' });
  });
});
