import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { PushPermissionService } from '#libs/users/devices';
import { PreferenceService } from '#libs/users/preferences';
import { askPanel, PAGE_HEADERS, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Clause {
  clause: string;
  holds: boolean;
  found: unknown;
  children: Clause[];
}
interface Told {
  included: boolean;
  clauses: Clause[];
  devices: { platform: string; outcome: string; reason: string | null }[];
  result: null;
}

/** By what keeps the campaign from them. */
const PEOPLE = ['nothing', 'city', 'device', 'category', 'push', 'token', 'value'] as const;
const PLATFORMS: Readonly<Record<string, string>> = { device: 'ANDROID' };
const MESSAGE = {
  title: 'Spring',
  text: 'For you',
  platforms: ['IOS', 'CHROME'],
  categories: ['News'],
  iconUrl: 'https://a/i.png',
  click: { action: 'deeplink', url: 'shop://@{page}' },
};
const CAMPAIGN = { message: MESSAGE, target: { profile: { city: 'Ankara' }, none: [{ tag: 'staff' }] } };
const PLAIN = { title: 'Spring', text: 'For you', platforms: ['IOS'] };

let sending: Sending;
let owner: PanelMember;
/** May find people, and not see what is private of them. */
let marketer: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = [
    ...['city', 'page'].map((code) => ({ code, dataType: 'STRING' })),
    { code: 'card', dataType: 'STRING', privateInfo: true },
    { code: 'passport', dataType: 'STRING', sealed: true },
  ];
  const paid = [
    { code: 'amount', dataType: 'INT' },
    { code: 'iban', dataType: 'STRING', privateInfo: true },
  ];
  const application = { attributes, categories: [{ name: 'News' }], events: [{ code: 'Paid', attributes: paid }] };
  await gateway.app.get(ApplyService).apply({ app: 'shop', ...application }, { dryRun: false });
  owner = await signIn(gateway);
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  await sending.post(
    'registerUsers',
    PEOPLE.map((extId, n) => ({
      extId,
      platform: PLATFORMS[extId] ?? 'IOS',
      deviceToken: PLATFORMS[extId] === undefined ? String(n).repeat(64) : `phone-${n}`,
      profile: {
        city: extId === 'city' ? 'Izmir' : 'Ankara',
        ...(extId !== 'value' && { page: 'home' }),
        card: `4929-${n}`,
        passport: `U${n}`,
      },
    })),
  );
  const { app, appId, fresh } = gateway;
  await app
    .get(PreferenceService)
    .setCategoryPreferences(appId, [{ extId: 'category', category: 'News', enable: false }]);
  await app.get(PushPermissionService).set(appId, { extId: 'push' }, false);
  await fresh.db.rows(
    `UPDATE users.installation AS i SET token = NULL FROM users.app_user AS u
      WHERE u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid AND u.ext_id = 'token' RETURNING i.inst_id`,
  );
});
afterAll(() => sending.close());

const ask = (extId: unknown, campaign: object = CAMPAIGN, member = marketer, app = 'shop') =>
  member.post(`/apps/${app}/compose/will-get`, { ...campaign, extId });
async function tell(extId: string, campaign?: object, member?: PanelMember): Promise<Told> {
  const answer = await ask(extId, campaign, member);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Told;
}
const problemOf = ({ json }: { json: unknown }) => (json as { problems: { code: string; path: string }[] }).problems[0];

describe('POST /apps/{app}/compose/will-get', () => {
  it.each([
    ['nothing', [{ platform: 'IOS', outcome: 'READY', reason: null }]],
    ['city', [{ platform: 'IOS', outcome: 'READY', reason: null }]],
    ['device', [{ platform: 'IOS', outcome: 'ABSENT', reason: null }]],
    ['category', [{ platform: 'IOS', outcome: 'SKIPPED', reason: 'CATEGORY_OPTED_OUT' }]],
    ['push', [{ platform: 'IOS', outcome: 'SKIPPED', reason: 'OPTED_OUT' }]],
    ['token', [{ platform: 'IOS', outcome: 'SKIPPED', reason: 'NO_TOKEN' }]],
    ['value', [{ platform: 'IOS', outcome: 'FAILED', reason: 'MISSING_ATTRIBUTE' }]],
  ] as const)(
    'will-get gives the outcome of each device with its reason, for a person excluded by %s',
    async (extId, devices) => {
      const answer = await tell(extId);
      expect(answer).toMatchObject({ included: extId === 'nothing', result: null });
      expect(answer.devices).toMatchObject([...devices, { platform: 'CHROME', outcome: 'ABSENT', reason: null }]);
      const [whole] = answer.clauses;
      expect(whole).toMatchObject({ clause: 'and', holds: extId !== 'city' });
      expect(whole?.children.find(({ clause }) => clause === 'profile')).toMatchObject({
        holds: extId !== 'city',
        found: extId === 'city' ? 'Izmir' : 'Ankara',
      });
      expect(whole?.children.find(({ clause }) => clause === 'not')).toMatchObject({ holds: true });
    },
  );

  it('will-get includes exactly the persons who get the launched campaign', async () => {
    const { fresh } = sending.gateway;
    const answer = await Promise.all(PEOPLE.map(async (extId) => ((await tell(extId)).included ? [extId] : [])));
    const key = await sending.bulk({ message: MESSAGE, target: { profile: { city: 'Ankara' } } });
    await sending.drain();
    const got = await fresh.db.rows<{ extId: string }>(
      `SELECT u.ext_id AS "extId" FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
         JOIN users.app_user AS u ON u.uid = r.uid WHERE d.notification_key = $1 AND r.status = 1`,
      [key],
    );
    expect(got.map(({ extId }) => extId)).toEqual(answer.flat());
  });

  it('will-get stores and sends nothing', async () => {
    const count = () =>
      sending.gateway.fresh.db.row(
        `SELECT (SELECT count(*) FROM notifications.definition) AS definitions,
                (SELECT count(*) FROM delivery.dispatch) AS dispatches,
                (SELECT count(*) FROM notifications.campaign_check) AS checks`,
      );
    const before = await count();
    await tell('nothing');
    expect(await count()).toEqual(before);
  });

  it('will-get also answers for addresses and ignores the limit of a campaign', async () => {
    const mail = { ...CAMPAIGN, message: { ...PLAIN, platforms: ['EMAIL'], subject: 'Spring', from: 'a@example.com' } };
    expect((await tell('nothing', mail)).devices).toMatchObject([
      { platform: 'EMAIL', outcome: 'SKIPPED', reason: 'NO_ADDRESS' },
    ]);
    expect(await tell('nothing', { ...CAMPAIGN, limit: 1 })).toMatchObject({ included: true });
  });

  it.each([
    ['a private attribute', { target: { profile: { card: '4929-0' } } }, 'card'],
    ['one in a group', { target: { none: [{ any: [{ profile: { card: { $exists: true } } }] }] } }, 'card'],
    ['a sealed attribute', { target: { profile: { passport: 'U0' } } }, 'passport'],
    ['an address', { target: { profile: { email: { $exists: true } } } }, 'email'],
    ['whom e-mails reach', { target: { reachable: 'EMAIL' } }, 'email'],
    ['a place', { target: { location: { latitude: 41, longitude: 29, radius: 5 } } }, 'location'],
    ['a private detail of an event', { target: { event: { name: 'Paid', where: { iban: 'TR1' } } } }, 'iban'],
    ['a private value in the text', { message: { ...PLAIN, text: '@{card}' }, target: { sendToAll: true } }, 'card'],
    [
      'a private value in a link',
      { message: { ...PLAIN, click: { action: 'deeplink', url: 'a://@{card}' } }, target: { sendToAll: true } },
      'card',
    ],
  ])('will-get is refused without users.private for a campaign that depends on %s', async (_, part, code) => {
    const campaign = { message: PLAIN, ...part };
    for (const extId of ['nothing', 'nobody']) {
      const refused = await ask(extId, campaign);
      expect(refused.status, refused.text).toBe(403);
      expect(problemOf(refused)).toMatchObject({ code: 'permission_missing', path: 'users.private' });
      expect(refused.text).toContain(`'${code}'`);
    }
    const answer = JSON.stringify(await tell('nothing', campaign, owner));
    expect(answer).not.toMatch(/"found":"(4929|U0)/);
  });

  it('will-get answers for a public detail of an event without users.private', async () => {
    const target = { event: { name: 'Paid', where: { amount: { atLeast: 5 } } } };
    expect(await tell('nothing', { message: PLAIN, target })).toMatchObject({ included: false });
  });

  it('will-get rejects an unknown or malformed extId with the field', async () => {
    const unknown = await ask('nobody');
    expect([unknown.status, problemOf(unknown)]).toMatchObject([404, { code: 'unknown_subject', path: 'extId' }]);
    for (const extId of [undefined, '', 7, 'a\0b', 'x'.repeat(2000)]) {
      const refused = await ask(extId);
      expect([400, 404], refused.text).toContain(refused.status);
      expect(problemOf(refused)).toMatchObject({ path: 'extId' });
    }
    const broken = await ask('nothing', { ...CAMPAIGN, target: { profile: { shoe: 44 } } });
    expect([broken.status, broken.text.includes('shoe')]).toEqual([400, true]);
    expect((await ask('nothing', { target: CAMPAIGN.target })).status).toBe(400);
  });

  it('will-get needs the permissions to write campaigns and to see users, in its own application', async () => {
    const { gateway } = sending;
    for (const role of ['approver', 'analyst', 'support'] as const) {
      const member = await signIn(gateway, [{ role, appId: gateway.appId }]);
      const refused = await ask('nothing', CAMPAIGN, member);
      expect([role, refused.status, problemOf(refused)?.code]).toEqual([role, 403, 'permission_missing']);
    }
    const { appId } = await secondApplication(gateway);
    const stranger = await signIn(gateway, [{ role: 'owner', appId }]);
    expect((await ask('nothing', CAMPAIGN, stranger)).status).toBe(404);
    const elsewhere = await ask('nothing', { message: PLAIN, target: { sendToAll: true } }, stranger, 'elsewhere');
    expect([elsewhere.status, problemOf(elsewhere)]).toMatchObject([404, { code: 'unknown_subject', path: 'extId' }]);
    const path = '/apps/shop/compose/will-get';
    const body = { ...CAMPAIGN, extId: 'nothing' };
    expect((await askPanel(gateway.base, path, { method: 'POST', body, headers: PAGE_HEADERS })).status).toBe(401);
    const { cookie } = owner;
    expect((await askPanel(gateway.base, path, { method: 'POST', body, cookie })).status).toBe(403);
  });
});
