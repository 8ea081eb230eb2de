import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { SeriesRunnerService } from '#libs/notifications';
import { ApplyService } from '#libs/tenancy';
import { signIn } from '../../../support/contract/panel-member.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const HOUR = 3_600_000;
const MESSAGE = { title: 'Weekly', text: 'New for @{name|you}', platforms: ['IOS'], ios: { title: 'Weekly' } };
const GERMAN = [
  { id: '0.title', source: 'Weekly', translation: 'Wöchentlich' },
  { id: '0.text', source: 'New for @{name|you}', translation: 'Neu für @{name|dich}' },
];

let sending: Sending;
let runner: SeriesRunnerService;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', attributes: [{ code: 'name', dataType: 'STRING' }] }, { dryRun: false });
  await sending.post('registerUsers', [
    { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), language: 'de', profile: { name: 'Ada' } },
    { extId: 'bob', platform: 'IOS', deviceToken: 'b'.repeat(64), language: 'en' },
  ]);
  await sending.gateway.makeKey('lead', { kind: 'rest' });
  runner = sending.gateway.app.get(SeriesRunnerService);
});
afterAll(() => sending.close());

const setApproval = (approval: boolean) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings: { approval } }, { dryRun: false });
const start = (more: object = {}): Promise<number> => {
  const startTime = new Date(Date.now() + HOUR).toISOString().slice(0, 19);
  return sending.bulk({
    message: { ...MESSAGE, ...more },
    target: { sendToAll: true },
    schedule: { startTime, ifLate: 'send', repeat: 'FREQ=DAILY' },
  });
};
const read = async (path: string): Promise<unknown> => {
  const answer = await sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET' });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const translate = (key: number, units: object[], language = 'de') =>
  sending.gateway.call('/rest/3.0/updateSeriesTranslations', { body: { notificationKey: key, language, units } });

/** Makes the next run due. @returns the texts that arrive */
async function run(key: number): Promise<string[]> {
  await sending.simulators.clear();
  await sending.gateway.fresh.db.affected(
    `UPDATE delivery.series SET next_at = now() - interval '1 minute',
            next_wall = to_char(now() - interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS'),
            rule = jsonb_set(rule, '{start}', to_jsonb(to_char(now() - interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS')))
      WHERE notification_key = $1`,
    [key],
  );
  await runner.runDue();
  await sending.drain();
  const { deliveries } = await sending.simulators.page('apns', 0);
  return deliveries
    .map(({ payload }) => {
      const { title, body } = (payload as { body: { aps: { alert: { title: string; body: string } } } }).body.aps.alert;
      return `${title}: ${body}`;
    })
    .toSorted();
}

describe('Translations of recurring campaigns that go on', () => {
  it('Runs to come have the new texts, those before keep theirs, and the audit log has the change', async () => {
    const key = await start();
    expect(await read('getTranslatedSeries')).toEqual({
      items: [{ notificationKey: key, title: 'Weekly', languages: [] }],
    });
    expect(await read(`getSeriesTranslations?notificationKey=${key}&language=de`)).toMatchObject({
      languages: [],
      units: [
        { id: '0.title', source: 'Weekly', translation: null, state: 'missing' },
        { id: '0.text', source: 'New for @{name|you}', translation: null, state: 'missing' },
      ],
    });
    const answer = await translate(key, GERMAN);
    expect([answer.status, answer.json]).toEqual([200, { waits: false }]);
    expect(await read(`getSeriesTranslations?notificationKey=${key}`)).toEqual({
      languages: [{ language: 'de', missing: 0, translated: 2, changed: 0 }],
    });
    expect(await run(key)).toEqual(['Weekly: New for you', 'Wöchentlich: Neu für Ada']);
    const { app, appId } = sending.gateway;
    const [entry] = await app.get(AuditService).listEntries(appId, { subject: `campaign ${key}`, limit: 1 });
    expect(entry).toMatchObject({
      action: 'campaign.translate',
      differences: [{ change: 'change', subject: 'languages: de' }],
    });
    await sending.post('stopNotification', [{ messageId: key }]);
    expect((await translate(key, GERMAN)).json).toMatchObject({ code: 5003 });
  });

  it('Texts that do not fit are refused as a whole, and change nothing', async () => {
    const key = await start();
    const [title] = GERMAN;
    for (const misfit of [
      { id: '0.text', source: 'New for @{name|you}', translation: 'Neu' },
      { id: '0.text', source: 'Old', translation: 'Alt' },
      { id: '1.text', source: 'New', translation: 'Neu' },
    ]) {
      expect((await translate(key, [title ?? {}, misfit])).status, JSON.stringify(misfit)).toBe(400);
    }
    expect((await translate(key, GERMAN, 'xx-nowhere')).status).toBe(400);
    expect(await read(`getSeriesTranslations?notificationKey=${key}`)).toEqual({ languages: [] });
    const owner = await signIn(sending.gateway, [{ role: 'owner', appId: sending.gateway.appId }]);
    const writer = await signIn(sending.gateway, [{ role: 'analyst', appId: sending.gateway.appId }]);
    const path = `/apps/shop/series-translations/${key}`;
    expect((await writer.post(path, { language: 'de', units: GERMAN })).status).toBe(403);
    expect((await owner.post(path, { language: 'de', units: GERMAN })).json).toEqual({ waits: false });
    expect((await owner.get(path)).json).toMatchObject({ languages: [{ language: 'de', translated: 2 }] });
    await sending.post('stopNotification', [{ messageId: key }]);
  });

  it('A campaign that needed an approval asks for it again, and no run has the new texts before', async () => {
    await setApproval(true);
    const decide = (id: number) =>
      sending.gateway.call('/rest/3.0/sendPushApproval', { key: 'lead', body: [{ messageId: id }] });
    const key = await start();
    expect((await translate(key, GERMAN)).json, 'it waits for the first approval').toMatchObject({ code: 5005 });
    expect((await decide(key)).status).toBe(200);
    await runner.runDue();
    expect((await translate(key, GERMAN)).json).toEqual({ waits: true });
    expect((await translate(key, GERMAN)).status, 'it waits again').toBe(400);
    expect(await run(key)).toEqual([]);
    const { db } = sending.gateway.fresh;
    const requests = await db.rows<{ id: number }>(
      'SELECT w.approval_id AS id FROM notifications.waiting_send AS w ORDER BY w.approval_id DESC LIMIT 1',
      [],
    );
    expect((await decide(requests[0]?.id ?? 0)).status).toBe(200);
    await runner.runDue();
    await db.affected('UPDATE delivery.dispatch SET due_at = now() WHERE notification_key = $1 AND due_at > now()', [
      key,
    ]);
    await sending.drain();
    const { deliveries } = await sending.simulators.page('apns', 0);
    expect(JSON.stringify(deliveries)).toContain('Neu für Ada');
    await setApproval(false);
  });

  it('A campaign that began before approvals were needed asks for one', async () => {
    const key = await start();
    await setApproval(true);
    expect((await translate(key, GERMAN)).json).toEqual({ waits: true });
    await sending.post('stopNotification', [{ messageId: key }]);
    await setApproval(false);
  });

  it('A key without the scope private cannot move a private value to where the text decides by it', async () => {
    await sending.gateway.makeKey('partner', { scopes: ['notifications'] });
    const attributes = [{ code: 'income', dataType: 'INT', privateInfo: true }];
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
    const text = "{% capture i %}-{% endcapture %}{{ income }}{% if i == '50000' %}{% abort_message %}{% endif %}";
    const moved = "{% capture i %}{{ income }}{% endcapture %}{% if i == '50000' %}{% abort_message %}{% endif %}";
    const key = await start({ text, templates: 'liquid' });
    const units = [{ id: '0.text', source: text, translation: moved }];
    const store = (caller: string) =>
      sending.gateway.call('/rest/3.0/updateSeriesTranslations', {
        body: { notificationKey: key, language: 'de', units },
        key: caller,
      });
    const refusal = await store('partner');
    expect([refusal.status, (refusal.json as { code: number }).code], refusal.text).toEqual([403, 2022]);
    expect((await store('rest')).status).toBe(200);
  });
});
