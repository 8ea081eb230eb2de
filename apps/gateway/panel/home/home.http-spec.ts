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

it('has the own latest drafts, for who may write them', async () => {
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

it('counts the calls of webhooks that were given up in the application, for who may set them up', async () => {
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
