import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn } from '../../../../test/support/contract/panel-member.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const enter = (role: 'marketer' | 'operator' | 'support') => signIn(gateway, [{ role, appId: gateway.appId }]);

it('The home shows a member its own latest drafts, if it may write campaigns', async () => {
  const [ada, bo, support] = [await enter('marketer'), await enter('marketer'), await enter('support')];
  for (const name of ['first', 'second', 'third', 'fourth']) {
    await ada.post('/apps/shop/drafts', { name, body: {} });
  }
  await bo.post('/apps/shop/drafts', { name: 'of Bo', body: {} });
  const namesFor = async (member: typeof ada) =>
    ((await member.get('/apps/shop/home')).json as { drafts: { name: string }[] }).drafts.map(({ name }) => name);
  expect(await namesFor(ada)).toEqual(['fourth', 'third', 'second']);
  expect(await namesFor(bo)).toEqual(['of Bo']);
  expect(await namesFor(support)).toEqual([]);
});

it('The home counts failed webhook deliveries of the application for members who may set webhooks up', async () => {
  const { appId } = await secondApplication(gateway);
  await gateway.fresh.db.affected(
    `INSERT INTO delivery.hook_call (call_id, app_id, hook_id, dispatch_id, channel, ids, failed_at)
     SELECT 9000 + n, CASE WHEN n < 3 THEN $1::integer ELSE $2::integer END, 1, 1, 1, '', CASE WHEN n <> 0 THEN now() END
       FROM generate_series(0, 5) AS n`,
    [gateway.appId, appId],
  );
  const [operator, marketer] = [await enter('operator'), await enter('marketer')];
  expect((await operator.get('/apps/shop/home')).json).toMatchObject({ webhooksGivenUp: 2, indexLagSeconds: 0 });
  expect((await marketer.get('/apps/shop/home')).json).toMatchObject({ webhooksGivenUp: 0 });
});

it('The home lists campaigns with more dead tokens than one send may retire, for members with setup rights', async () => {
  const { db } = gateway.fresh;
  const { appId: elsewhere } = await secondApplication(gateway, 'third');
  const body = { message: { title: 'Old base', text: 'Hi', platforms: ['IOS'] }, target: { sendToAll: true } };
  const strike = async (planned: number, dead: number, daysAgo: number): Promise<string> => {
    const { json, text } = await gateway.call('/rest/3.0/sendBulkNotification', { body });
    const { notificationKey: key } = json as { notificationKey: number };
    expect(key, text).toBeGreaterThan(0);
    await db.affected(
      `UPDATE delivery.dispatch SET planned = $3, launched_at = now() - $4 * interval '1 day'
        WHERE app_id = $1 AND notification_key = $2`,
      [gateway.appId, key, planned, daysAgo],
    );
    await db.affected(
      `INSERT INTO delivery.token_strike (dispatch_id, app_id, dead)
       SELECT dispatch_id, app_id, $3 FROM delivery.dispatch WHERE app_id = $1 AND notification_key = $2`,
      [gateway.appId, key, dead],
    );
    return String(key);
  };
  const few = await strike(150, 103, 1);
  await strike(10_000, 2000, 1);
  await strike(10_000, 3000, 8);
  const many = await strike(10_000, 3000, 1);
  const [operator, marketer] = [await enter('operator'), await enter('marketer')];
  const limitsFor = async (member: typeof operator, app = 'shop') =>
    ((await member.get(`/apps/${app}/home`)).json as { tokenLimits: object[] }).tokenLimits;
  expect(await limitsFor(operator)).toEqual([
    { key: many, name: 'Old base', tokens: 1000 },
    { key: few, name: 'Old base', tokens: 3 },
  ]);
  expect(await limitsFor(marketer)).toEqual([]);
  expect(await limitsFor(await signIn(gateway, [{ role: 'owner', appId: elsewhere }]), 'third')).toEqual([]);
});
