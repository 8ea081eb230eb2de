import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService, type AuditEntry } from '#libs/audit';
import { SegmentCalculatorService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const CARD = '4711 0815';
let gateway: TestGateway;
let support: PanelMember;
let marketer: PanelMember;
let uid: string;
let extId: string;
let people = 0;

beforeAll(async () => {
  gateway = await startGateway();
  const attributes = [
    { code: 'city', dataType: 'STRING' },
    { code: 'age', dataType: 'INT' },
    { code: 'card', dataType: 'STRING', privateInfo: true },
  ];
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', attributes, categories: [{ name: 'News' }] }, { dryRun: false });
  support = await signIn(gateway, [{ role: 'support', appId: gateway.appId }]);
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

beforeEach(async () => {
  people += 1;
  extId = `person ${people}`;
  const profile = {
    city: 'Izmir',
    card: CARD,
    email: `person${people}@example.com`,
    msisdn: `+49170000${1000 + people}`,
  };
  const body = [{ extId, profile, platform: 'IOS', deviceToken: String(people).padStart(64, '0') }];
  expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
  const found = await support.get(`/apps/shop/users/find?by=extId&value=${encodeURIComponent(extId)}`);
  uid = (found.json as { items: { uid: string }[] }).items[0]?.uid ?? '';
});

const path = (rest = ''): string => `/apps/shop/users/${uid}${rest}`;
const head = async (member = support) => (await member.get(path())).json as Record<string, unknown>;
const entriesAbout = async (): Promise<AuditEntry[]> =>
  (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 50 })).filter(
    ({ subject }) => subject === `user ${uid}`,
  );

describe('Private values of a person', () => {
  it('Private values are masked until a member asks for them', async () => {
    expect(await head()).toMatchObject({
      email: `p•••@example.com`,
      msisdn: `•••${String(1000 + people).slice(-2)}`,
      attributes: expect.arrayContaining([
        { name: 'card', type: 'STRING', value: null, masked: true },
        { name: 'city', type: 'STRING', value: 'Izmir', masked: false },
      ]),
    });
    expect((await head())['attributes']).toContainEqual({
      name: 'lastSeen',
      type: 'TIME_STAMP',
      value: expect.any(Number),
      masked: false,
    });
    expect(await head(marketer)).toMatchObject({ email: null, msisdn: null });
    expect(JSON.stringify(await head())).not.toContain(CARD);
  });

  it('Private values are shown to a permitted member on request, with an audit entry', async () => {
    const answer = await support.post(path('/reveal'));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      email: `person${people}@example.com`,
      attributes: expect.arrayContaining([{ name: 'card', type: 'STRING', value: CARD, masked: false }]),
    });
    const entries = await entriesAbout();
    expect(entries).toMatchObject([{ action: 'user.reveal', by: { kind: 'member' } }]);
    expect(JSON.stringify(entries)).not.toContain(CARD);
    const stored = await gateway.fresh.db.rows(`SELECT convert_from(i.answer, 'UTF8') FROM platform.idempotency AS i`);
    expect(JSON.stringify(stored)).not.toContain(CARD);
  });

  it('Private values are refused to a member without permission, without an audit entry', async () => {
    const refusal = await marketer.post(path('/reveal'));
    expect(refusal.status).toBe(403);
    expect(await entriesAbout()).toEqual([]);
  });
});

describe('Changes of a person', () => {
  const CHANGES = {
    set: { city: 'Ankara', age: 40 },
    unset: ['card'],
    addTags: ['testers'],
    consents: [
      { subject: 'EMAIL', kind: 'channel', value: false },
      { subject: 'News', kind: 'category', value: false },
    ],
    way: 'PHONE',
  };

  it('A member changes how often e-mail comes to a person, where it is offered', async () => {
    const subject = 'EMAIL_FREQUENCY';
    const shown = async () =>
      ((await head())['consents'] as { subject: string }[]).find((consent) => consent.subject === subject);
    const change = async (frequency?: string) => {
      const consents = [{ subject, kind: 'frequency', value: true, ...(frequency !== undefined && { frequency }) }];
      return support.post(path('/changes'), { consents, way: 'PHONE', trial: false });
    };
    expect(await shown()).toBeUndefined();
    expect((await change('week')).status).toBe(400);
    const offer = (emailFrequency: readonly string[]) =>
      gateway.app.get(ApplyService).apply({ app: 'shop', settings: { emailFrequency } }, { dryRun: false });
    await offer(['day', 'week']);
    expect(await shown()).toMatchObject({ frequency: 'always', frequencies: ['always', 'day', 'week'], since: null });
    for (const wrong of ['month', 'hour', undefined]) {
      expect((await change(wrong)).status).toBe(400);
    }
    const saved = await change('week');
    expect(saved.json).toMatchObject({ items: [{ kind: 'consent', name: subject, from: 'always', to: 'week' }] });
    expect(await shown()).toMatchObject({ frequency: 'week', since: expect.any(String), source: 'PANEL' });
    await offer(['day']);
    expect(await shown()).toMatchObject({ frequency: 'week', frequencies: ['always', 'day', 'week'] });
    await change('always');
    await offer([]);
    expect(await shown()).toBeUndefined();
  });

  it('A member corrects what a person said of tracking, and the history has the member and the way', async () => {
    const shown = async () => (await head())['consents'] as { subject: string }[];
    const tracking = async () => (await shown()).find(({ subject }) => subject === 'TRACKING');
    expect(await tracking()).toEqual({ subject: 'TRACKING', kind: 'tracking', value: null, since: null, source: null });
    for (const [from, to] of [
      [null, true],
      [true, false],
    ]) {
      const consents = [{ subject: 'TRACKING', kind: 'tracking', value: to }];
      const saved = await support.post(path('/changes'), { consents, way: 'LETTER', trial: false });
      expect(saved.json).toMatchObject({ items: [{ kind: 'consent', name: 'TRACKING', from, to, masked: false }] });
      expect(await tracking()).toMatchObject({ value: to, since: expect.any(String), source: 'PANEL' });
    }
    const before = await shown();
    for (const wrong of [
      { subject: 'TRACKING', kind: 'channel', value: true },
      { subject: 'News', kind: 'tracking', value: true },
      { subject: 'TRACKING', kind: 'tracking', value: null },
    ]) {
      const refusal = await support.post(path('/changes'), { consents: [wrong], way: 'LETTER', trial: false });
      expect([refusal.status, wrong]).toEqual([400, wrong]);
    }
    expect(await shown()).toEqual(before);
  });

  it('A trial shows the changes of a person and saves nothing', async () => {
    const before = await head();
    const trial = await support.post(path('/changes'), { ...CHANGES, trial: true });
    expect(trial.status, trial.text).toBe(200);
    expect(trial.json).toMatchObject({
      saved: false,
      items: expect.arrayContaining([
        { kind: 'attribute', name: 'city', from: 'Izmir', to: 'Ankara', masked: false },
        { kind: 'attribute', name: 'age', from: null, to: 40, masked: false },
        { kind: 'tag', name: 'testers', from: false, to: true, masked: false },
        { kind: 'consent', name: 'EMAIL', from: expect.any(Boolean), to: false, masked: false },
      ]),
    });
    expect(await head()).toEqual(before);
    expect(await entriesAbout()).toEqual([]);
  });

  it('A change saves exactly what its trial showed, once, with one audit entry without values', async () => {
    const trial = (await support.post(path('/changes'), { ...CHANGES, trial: true })).json as { items: unknown[] };
    const saved = await support.post(path('/changes'), { ...CHANGES, trial: false });
    expect(saved.json).toMatchObject({ items: trial.items, saved: true });
    expect(await head()).toMatchObject({
      tags: ['testers'],
      attributes: expect.arrayContaining([
        { name: 'city', type: 'STRING', value: 'Ankara', masked: false },
        { name: 'age', type: 'INT', value: 40, masked: false },
      ]),
      consents: expect.arrayContaining([expect.objectContaining({ subject: 'EMAIL', value: false, source: 'PANEL' })]),
    });
    const entries = await entriesAbout();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'user.change' });
    expect(JSON.stringify(entries)).not.toMatch(/Ankara|Izmir|4711/);
    const again = await support.post(path('/changes'), { ...CHANGES, trial: false });
    expect(again.json).toMatchObject({ items: [], saved: true });
    expect(await entriesAbout()).toHaveLength(1);
  });

  it('A change is refused when another member changed the person since the trial', async () => {
    const changes = { set: { city: 'Ankara' } };
    const { mark } = (await support.post(path('/changes'), { ...changes, trial: true })).json as { mark: string };
    await support.post(path('/changes'), { set: { city: 'Bursa' }, trial: false });
    const refusal = await support.post(path('/changes'), { ...changes, trial: false, mark });
    expect(refusal).toMatchObject({ status: 409, json: { problems: [{ code: 'changed_meanwhile' }] } });
    expect(JSON.stringify(await head())).toContain('Bursa');
    const seen = (await support.post(path('/changes'), { ...changes, trial: true })).json as { mark: string };
    const saved = await support.post(path('/changes'), { ...changes, trial: false, mark: seen.mark });
    expect(saved.json).toMatchObject({ saved: true, mark: seen.mark });
    expect(await entriesAbout()).toHaveLength(2);
  });

  it.each([
    ['a value of another type', { set: { age: 'old' } }],
    ['an attribute that there is not', { set: { shoe: 44 } }],
    ['consent without the way it came', { consents: CHANGES.consents }],
    [
      'a category that there is not',
      { consents: [{ subject: 'Nothing', kind: 'category', value: true }], way: 'PHONE' },
    ],
    ['a channel that there is not', { consents: [{ subject: 'FAX', kind: 'channel', value: true }], way: 'PHONE' }],
  ])('A change with %s is refused as a whole', async (_, changes) => {
    const before = await head();
    const answer = await support.post(path('/changes'), { set: { city: 'Ankara' }, ...changes, trial: false });
    expect(answer.status, answer.text).toBe(400);
    expect(await head()).toEqual(before);
    expect(await entriesAbout()).toEqual([]);
  });

  it('A change needs the permission to write and a known user', async () => {
    expect((await marketer.post(path('/changes'), { trial: true })).status).toBe(403);
    expect((await support.post('/apps/shop/users/999999999/changes', { trial: true })).status).toBe(404);
  });
});

describe('Changes of private values', () => {
  it('A change of a private value masks the value in its response', async () => {
    const answer = await support.post(path('/changes'), { unset: ['card'], trial: true });
    expect(answer.json).toMatchObject({
      items: [{ kind: 'attribute', name: 'card', from: null, to: null, masked: true }],
      saved: false,
    });
    expect(answer.text).not.toContain(CARD);
  });
});

describe('Devices of a person', () => {
  const device = async () => ((await head())['devices'] as { installationId: string; tokenState: string }[])[0];

  it('A device is retired with one audit entry until it registers again', async () => {
    const id = (await device())?.installationId ?? '';
    expect((await support.post(path(`/devices/${id}/retire`))).status).toBe(204);
    expect(await device()).toMatchObject({ tokenState: 'INVALID', retiredReason: 'BY_MEMBER' });
    expect((await support.post(path(`/devices/${id}/retire`))).status).toBe(204);
    const entries = await entriesAbout();
    expect(entries).toMatchObject([
      { action: 'user.retireDevice', differences: [{ change: 'remove', subject: `device ${id}` }] },
    ]);
    const body = [{ extId, platform: 'IOS', deviceToken: String(people).padStart(64, '0') }];
    expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
    expect(await device()).toMatchObject({ tokenState: 'VALID', retiredReason: null });
  });

  it('A device of another user, or an unknown one, cannot be retired', async () => {
    const id = (await device())?.installationId ?? '';
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'another' }] });
    const found = await support.get('/apps/shop/users/find?by=extId&value=another');
    const other = (found.json as { items: { uid: string }[] }).items[0]?.uid ?? '';
    for (const place of [`/apps/shop/users/${other}/devices/${id}/retire`, path('/devices/zzzzzzz/retire')]) {
      expect((await support.post(place)).status).toBe(404);
    }
    expect((await marketer.post(path(`/devices/${id}/retire`))).status).toBe(403);
    expect(await device()).toMatchObject({ tokenState: 'VALID' });
    expect(await entriesAbout()).toEqual([]);
  });
});

describe('Merged visitors', () => {
  it('A merged visitor is shown as the person, with the merge in the timeline', async () => {
    await gateway.makeKey(`app ${people}`, { kind: 'mobile' });
    const register = async (body: object) =>
      (await gateway.call('/sdk/1.0/installations', { key: `app ${people}`, body })).json as object;
    const own = await register({ platform: 'ANDROID', token: `visitor-${people}` });
    const found = await support.get(`/apps/shop/users/find?by=token&value=visitor-${people}`);
    const [visitor] = (found.json as { items: { uid: string; extId: string | null }[] }).items;
    expect(visitor).toMatchObject({ extId: null });
    expect((await support.get(`/apps/shop/users/${visitor?.uid}`)).status).toBe(404);
    await register({ ...own, platform: 'ANDROID', extId });
    const known = await support.get(`/apps/shop/users/${visitor?.uid}`);
    expect(known.status, known.text).toBe(200);
    expect(known.json).toMatchObject({ uid, extId, merged: { uid: visitor?.uid, since: expect.any(String) } });
    const timeline = await support.get(`/apps/shop/users/${visitor?.uid}/timeline?group=device`);
    expect((timeline.json as { items: { kind: string }[] }).items.map(({ kind }) => kind)).toContain('merged');
  });
});

describe('Segments of a person', () => {
  it('The segments of a person show the time of their calculation', async () => {
    const startedAt = Date.now();
    const city = `City ${people}`;
    await support.post(path('/changes'), { set: { city }, trial: false });
    const segments = [{ name: city, target: { profile: { city } } }];
    await gateway.app.get(ApplyService).apply({ app: 'shop', segments }, { dryRun: false });
    await gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
    const [segment] = (await head())['segments'] as { name: string; asOf: string }[];
    expect(segment).toMatchObject({ name: city });
    expect(Date.parse(segment?.asOf ?? '')).toBeGreaterThan(startedAt - 60_000);
  });
});

describe('Deletion and erasure of a person', () => {
  it('A person is deleted by a member who types its extId', async () => {
    const owner = await signIn(gateway);
    const wrong = await owner.post(path('/delete'), { confirm: 'somebody' });
    expect(wrong.status).toBe(400);
    expect((await owner.get(path())).status).toBe(200);
    expect((await owner.post(path('/delete'), { confirm: extId })).status).toBe(204);
    expect((await owner.get(path())).status).toBe(404);
    expect(await entriesAbout()).toMatchObject([{ action: 'user.delete' }]);
    expect((await support.post(path('/delete'), { confirm: extId })).status).toBe(403);
  });

  it('A person is erased by a member with a recent proof, if the application may erase', async () => {
    const owner = await signIn(gateway);
    const refusal = await owner.post(path('/erase'), { confirm: extId });
    expect(refusal.json).toMatchObject({ problems: [{ code: 'not_granted' }] });
    const settings = { permanentDeletion: true };
    await gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
    const answer = await owner.post(path('/erase'), { confirm: extId });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ receiptId: expect.any(String), counts: expect.any(Object) });
    expect((await owner.get(path())).status).toBe(404);
    await gateway.fresh.db.affected(`UPDATE members.session SET proved_at = now() - interval '1 day'`);
    expect((await owner.post(path('/erase'), { confirm: extId })).json).toMatchObject({
      problems: [{ code: 'proof_needed' }],
    });
  });
});
