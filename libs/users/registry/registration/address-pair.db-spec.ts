import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { AddressPairService } from './address-pair.service.js';

const ID = 'US.13491208655302741918';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

it('A user whose number changes while a pair is stored does not get the id of the former number', async () => {
  const { db } = gateway.fresh;
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ann', wpNumber: '+905321230000' }] });
  const idOf = () =>
    db.row(`SELECT u.attrs ->> '16' AS id FROM users.app_user AS u WHERE u.ext_id = 'ann' AND u.app_id = $1`, [
      gateway.appId,
    ]);
  const pairs = gateway.app.get(AddressPairService);
  let pairing: Promise<void> = Promise.resolve();
  await db.tx(async (tx) => {
    await tx.affected(
      `UPDATE users.app_user AS u SET attrs = u.attrs || '{"14": "+905321230009"}'
        WHERE u.ext_id = 'ann' AND u.app_id = $1`,
      [gateway.appId],
    );
    pairing = pairs.pair(gateway.appId, 'wpNumber', '+905321230000', ID);
    const countWaiting = async () => (await db.rows('SELECT FROM pg_locks AS l WHERE NOT l.granted')).length;
    await expect.poll(countWaiting).toBeGreaterThan(0);
  });
  await pairing;
  expect(await idOf()).toEqual({ id: null });
});
