import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserTotalService } from '#libs/audience';
import { HomeFiguresService } from '#libs/reporting';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const USERS = 120;
const MESSAGE = { text: 'Everything 20 % off', platforms: ['ANDROID'] };
let sending: Sending;
let owner: PanelMember;
let first: number;
beforeAll(async () => {
  sending = await startSending();
  owner = await signIn(sending.gateway);
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, i) => ({ extId: `u${i}`, platform: 'ANDROID', deviceToken: `phone-${i}` })),
  );
  first = await sending.bulk({ message: { ...MESSAGE, title: 'First' }, target: { sendToAll: true } });
  await sending.launchDue();
  await sending.drain();
});
afterAll(() => sending.close());

const home = async (part: string, member = owner) => (await member.get(`/apps/shop/home/${part}`)).json;

describe('Figures of the home', () => {
  it('The sums equal those of the report of the same days, and one campaign is compared with none', async () => {
    const days = (at: number) => new Date(at).toISOString().slice(0, 10);
    const [from, to] = [days(Date.now() - 29 * 86_400_000), days(Date.now())];
    const { json } = await owner.get(`/apps/shop/reports?from=${from}&to=${to}&by=campaign`);
    const { total } = json as { total: { sent: number } };
    expect(total.sent).toBe(USERS);
    expect(await home('figures')).toMatchObject({ days: 30, sums: total, unsubscribed: 0, best: null, worst: null });
  });

  it('The users of each day are noted once, counted exactly now, and apart for each application', async () => {
    await secondApplication(sending.gateway);
    const totals = sending.gateway.app.get(UserTotalService);
    await totals.noteTotals();
    await sending.post('registerUsers', [{ extId: 'late' }]);
    await totals.noteTotals();
    await sending.post('registerUsers', [{ extId: 'later' }]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await home('audience')).toEqual({ now: USERS + 2, days: [{ day: today, users: USERS + 1 }] });
  });

  it('People who unsubscribed themselves count once, and changes by servers and on tracking do not count', async () => {
    const { db } = sending.gateway.fresh;
    const { appId } = sending.gateway;
    const refuse = (uid: number, subject: number, source: string, daysAgo: number, of = appId) =>
      db.affected(
        `INSERT INTO users.consent_event (vb, app_id, uid, subject, value, source, by, ts)
         VALUES ($1::bigint % 1024, $5, $1, $2, false, $3, '', now() - $4 * interval '1 day')`,
        [uid, subject, source, daysAgo, of],
      );
    await refuse(2049, 2, 'LINK', 1);
    await refuse(2049, 3, 'SMS', 2);
    await refuse(2050, 2, 'MAIL', 3);
    await refuse(2051, 2, 'API', 1);
    await refuse(2052, 0, 'LINK', 1);
    await refuse(2053, 2, 'LINK', 40);
    await refuse(2054, 2, 'LINK', 1, appId + 1);
    expect(await home('figures'), 'read within a minute').toMatchObject({ unsubscribed: 0 });
    sending.gateway.app.get(HomeFiguresService).forget(appId);
    expect(await home('figures')).toMatchObject({ unsubscribed: 2 });
  });

  it('The best and the worst campaign have the highest and the lowest share of clicks', async () => {
    const second = await sending.bulk({ message: { ...MESSAGE, title: 'Second' }, target: { sendToAll: true } });
    await sending.launchDue();
    await sending.drain();
    await sending.gateway.fresh.db.affected(
      `INSERT INTO delivery.click_stat (app_id, dispatch_id, platform, slot, clicked)
       SELECT d.app_id, d.dispatch_id, 2, 0, 12 FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2`,
      [sending.gateway.appId, second],
    );
    sending.gateway.app.get(HomeFiguresService).forget(sending.gateway.appId);
    expect(await home('figures')).toMatchObject({
      best: { key: String(second), title: 'Second', clicked: 12 },
      worst: { key: String(first), title: 'First', sent: USERS, clicked: 0 },
    });
  });
});

describe('Failures and first steps of the home', () => {
  it('The latest failures name the person, the reason and the campaign, without the text', async () => {
    await sending.simulators.faults(7, [{ provider: 'fcm', share: 1, status: 404, reason: 'UNREGISTERED' }]);
    const key = await sending.bulk({ message: { ...MESSAGE, title: 'Refused' }, target: { sendToAll: true } });
    await sending.launchDue();
    await sending.drain();
    const { items } = (await home('failures')) as { items: object[] };
    expect(items).toHaveLength(10);
    expect(items[0]).toEqual({
      extId: expect.stringMatching(/^u\d+$/),
      uid: expect.stringMatching(/^\d+$/),
      platform: 'ANDROID',
      reason: 'INVALID_TOKEN',
      key: String(key),
      title: 'Refused',
      at: expect.any(String),
    });
  });

  it('First steps are those that the member may take, and facts tick them', async () => {
    const stepsFor = async (member: PanelMember) =>
      ((await home('steps', member)) as { items: { step: string; done: boolean }[] }).items.map(
        ({ step, done }) => `${step} ${done}`,
      );
    const { gateway } = sending;
    const [marketer, support] = [
      await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]),
      await signIn(gateway, [{ role: 'support', appId: gateway.appId }]),
    ];
    expect(await stepsFor(marketer)).toEqual(['attribute false', 'campaign true']);
    expect(await stepsFor(support)).toEqual([]);
    expect(await stepsFor(owner)).toEqual([
      'account true',
      'people true',
      'attribute false',
      'campaign true',
      'colleague true',
    ]);
  });
});
