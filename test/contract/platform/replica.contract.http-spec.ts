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
describe.skipIf(!hasStandbyPair())('a gateway that reads from a replica', () => {
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

  it('shows a campaign in the moment after it was asked for, time after time', async () => {
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

  it('shows it while the replica stands still, and what was stopped as stopped', async () => {
    await pair.pauseReplay();
    const notificationKey = await sending.bulk(CAMPAIGN);
    expect(await statistics(notificationKey)).toMatchObject({ state: 'STARTING' });
    await sending.post('stopNotification', [{ messageId: notificationKey }]);
    expect(await statistics(notificationKey)).toMatchObject({ state: 'STOPPED' });
    await pair.resumeReplay();
  });

  it('exports what the replica has, and what the primary has when it is away', async () => {
    const exported = async (): Promise<number> =>
      (await sending.gateway.call('/rest/3.0/exportResults?format=csv', { method: 'GET' })).status;
    await expect.poll(exported).toBe(200);
    await pair.stopStandby();
    expect(await exported()).toBe(200);
    expect(await statistics(await sending.bulk(CAMPAIGN))).toMatchObject({ state: 'STARTING' });
  });
});
