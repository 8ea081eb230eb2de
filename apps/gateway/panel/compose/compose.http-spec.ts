import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { TransactionalSenderService } from '#libs/delivery';
import { DeliveryDryRunService } from '#libs/delivery/dry-run';
import { ApplyService } from '#libs/tenancy';
import { askPanel, PAGE_HEADERS, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { comparable, readArrivals } from '../../../../test/support/messages/arrivals.js';
import { parseBulk } from '../../../../test/support/rooms/parse.js';
import { html, raw, template } from '../../../../test/support/messages/random-messages.js';

const PLATFORMS = ['IOS', 'ANDROID', 'CHROME', 'EMAIL', 'SMS'];
const MESSAGES = 30;
const PEOPLE = [
  { extId: 'plain', language: 'de', profile: { a: 'one', b: 'two', card: '4929', passport: 'U1234567' } },
  { extId: 'turkish', language: 'tr', profile: { a: '</p>"İ' } },
  { extId: 'bare', language: 'French', profile: {} },
] as const;

interface Item {
  platform: string;
  channel: string;
  language: string | null;
  payload: Record<string, unknown> | null;
  reason: string | null;
  bytes: number | null;
  limit: number | null;
}
interface Warning {
  field: string;
  code: string;
  value: string | null;
  blocks: boolean;
}
interface Preview {
  person: boolean;
  items: Item[];
  warnings: Warning[];
}
interface Check {
  hash: string;
  users: number;
  planned: number;
  examined: number;
  platforms: {
    platform: string;
    planned: number;
    skipped: { reason: string; n: number }[];
    missing: { name: string; n: number }[];
  }[];
  leftOut: { kind: string; reason: string; users: number }[];
  startsAt: string | null;
  needsApproval: boolean;
}

let sending: Sending;
let owner: PanelMember;
let marketer: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = [
    ...['a', 'b'].map((code) => ({ code, dataType: 'STRING' })),
    { code: 'card', dataType: 'STRING', privateInfo: true },
    { code: 'passport', dataType: 'STRING', sealed: true },
  ];
  const categories = [{ name: 'News' }];
  const fetches = [{ name: 'points', url: 'https://crm.example.com/@{extId}', per: 'person', simulator: true }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes, categories, fetches }, { dryRun: false });
  owner = await signIn(gateway);
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  const subscriptions = await sending.simulators.subscriptions(PEOPLE.length);
  for (const [n, { extId, ...person }] of PEOPLE.entries()) {
    const contact = { email: `${extId}@example.com`, msisdn: `+4917600000${n}0` };
    await sending.post('registerUsers', [
      {
        extId,
        ...person,
        profile: { ...person.profile, ...contact },
        platform: 'IOS',
        deviceToken: String(n).repeat(64),
      },
      { extId, platform: 'ANDROID', deviceToken: `phone-${n}` },
      { extId, platform: 'CHROME', deviceToken: JSON.stringify(subscriptions[n]) },
    ]);
  }
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const PUSH = { title: 'Spring', text: 'Everything 20 % off', platforms: ['IOS', 'ANDROID'] };
const EVERYBODY = { sendToAll: true };

async function preview(message: object, extId?: string, who = owner): Promise<Preview> {
  const answer = await who.post('/apps/shop/compose/preview', { message, ...(extId !== undefined && { extId }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Preview;
}

async function check(campaign: object, who = marketer): Promise<Check> {
  const answer = await who.post('/apps/shop/compose/check', campaign);
  expect(answer.status, answer.text).toBe(200);
  return checkOf(answer) as Check;
}

const launch = (campaign: object, seen: object, key: string = randomUUID(), who = marketer) =>
  who.post('/apps/shop/compose/launch', { campaign, seen }, { 'idempotency-key': key });

const keyOf = ({ json }: { json: unknown }): number => Number((json as { key: string }).key);
const problemOf = ({ json }: { json: unknown }) => (json as { problems: { code: string; path: string }[] }).problems[0];
const countDefinitions = async () =>
  (await sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM notifications.definition'))?.n;

describe('Composed messages', () => {
  it('A fault of a template has a code, the values of its sentence, and a place, which HTML of blocks has not', async () => {
    const written = { title: 'T', text: 'Hi\n{{ name | upcas }}', platforms: ['IOS'] };
    const answer = await marketer.post('/apps/shop/compose/preview', { message: written });
    const reason = { code: 'filter_unknown', values: ['upcas'], line: 2, column: 11 };
    expect(answer.json).toMatchObject({ warnings: [{ field: 'message.text', blocks: true, reason }] });
    const launched = await marketer.post('/apps/shop/compose/check', { message: written, target: EVERYBODY });
    expect(launched.json).toMatchObject({ problems: [{ path: 'text', reason }] });
    const mail = { design: { blocks: [{ type: 'text', text: '{{ name | upcas }}' }] } };
    const blocks = await marketer.post('/apps/shop/compose/preview', {
      message: { title: 'T', platforms: ['EMAIL'], subject: 'T' },
      mail,
    });
    expect((blocks.json as { warnings: object[] }).warnings).toMatchObject([
      { reason: { code: 'filter_unknown', values: ['upcas'] } },
    ]);
    expect(blocks.text).not.toContain('"line"');
  });

  it(
    'The preview of a message equals what arrives, for every person and random message',
    { timeout: 300_000 },
    async () => {
      const messages = fc.sample(fc.record({ text: fc.oneof(template, html), parts: raw }), {
        numRuns: MESSAGES,
        seed: 23,
      });
      let compared = 0;
      for (const { text, parts } of messages) {
        await sending.simulators.clear();
        const message = {
          title: 'T @{a|you}',
          text,
          templates: 'plain',
          platforms: PLATFORMS,
          iconUrl: 'https://a/i.png',
          tracking: { clicks: false },
          ...parts,
        };
        const shown: string[] = [];
        const previews = await Promise.all(PEOPLE.map(({ extId }) => preview(message, extId)));
        for (const { channel, payload } of previews.flatMap(({ items }) => items)) {
          shown.push(...(payload === null ? [] : [comparable(channel, payload)]));
        }
        const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', {
          body: { message, target: EVERYBODY },
        });
        expect(previews.every(({ warnings }) => warnings.some(({ blocks }) => blocks))).toBe(answer.status !== 200);
        await sending.drain();
        expect(await readArrivals(sending.simulators), JSON.stringify({ text, parts })).toEqual(shown.toSorted());
        compared += shown.length;
      }
      expect(compared).toBeGreaterThan(MESSAGES);
    },
  );

  it('The preview gives the size that the provider counts, and blocks a push that is too large', async () => {
    const { items } = await preview(PUSH);
    expect(items.map(({ platform }) => platform)).toEqual(['IOS', 'ANDROID']);
    for (const { channel, payload, bytes, limit } of items) {
      const counted = channel === 'apns' ? payload?.['body'] : payload?.['message'];
      expect(bytes).toBe(Buffer.byteLength(JSON.stringify(counted)));
      expect(limit).toBe(4096 - 50);
    }
    const { warnings } = await preview({ ...PUSH, text: 'x'.repeat(5000) });
    expect(warnings).toMatchObject([{ code: 'push_too_large', blocks: true }]);
  });

  it('The preview of a text message gives its encoding and its number of segments', async () => {
    const sms = async (text: string, extId?: string) => {
      const { items } = await preview({ ...PUSH, platforms: ['SMS'], text }, extId);
      return (items as (Item & { sms: unknown })[]).map((item) => item.sms);
    };
    const short = { encoding: 'GSM-7', segments: 1, characters: 7, perSegment: 160 };
    expect(await sms('Hi @{a|you}.')).toEqual([short]);
    expect(await sms('Hi @{a|you}.', 'plain')).toEqual([short]);
    expect(await sms('Selam ş')).toEqual([{ encoding: 'UCS-2', segments: 1, characters: 7, perSegment: 70 }]);
    expect(await sms('x'.repeat(161))).toEqual([{ encoding: 'GSM-7', segments: 2, characters: 161, perSegment: 153 }]);
    expect((await preview(PUSH)).items).toMatchObject([{ sms: null }, { sms: null }]);
  });

  it('The preview puts its warnings at the fields that cause them', async () => {
    const unknown = await preview({ ...PUSH, text: 'Hello @{town}', click: { url: 'https://a.example/@{town|x}' } });
    expect(unknown.warnings).toMatchObject([
      { field: 'message.text', code: 'unknown_attribute', value: 'town', blocks: false },
      { field: 'message.click.url', code: 'unknown_attribute', value: 'town' },
    ]);
    const bare = await preview({ ...PUSH, ios: { title: 'Dear @{a}' }, text: 'Hello @{b|you}' }, 'bare');
    expect(bare.person).toBe(true);
    expect(bare.warnings).toMatchObject([
      { field: 'message.ios.title', code: 'missing_value', value: 'a' },
      { code: 'not_sent', value: 'MISSING_ATTRIBUTE' },
    ]);
    expect((await preview({ ...PUSH, text: 'Hello @{b|you}' }, 'plain')).warnings).toEqual([]);
    const chrome = await preview({ ...PUSH, platforms: ['CHROME'] });
    expect(chrome).toMatchObject({
      items: [],
      warnings: [{ field: 'message.iconUrl', code: 'missing_field', blocks: true }],
    });
    const long = await preview({ ...PUSH, platforms: ['SMS'], text: 'x'.repeat(200) }, 'plain');
    expect(long.warnings).toMatchObject([{ field: 'message.text', code: 'many_segments', value: '2' }]);
    const languages = { tr: { text: 'x'.repeat(200), title: '@{town}' }, de: { text: 'kurz' } };
    const translated = await preview({ ...PUSH, platforms: ['SMS'], languages });
    expect(translated.warnings).toMatchObject([
      { field: 'message.languages.tr.text', code: 'many_segments', value: '2' },
    ]);
    const titled = await preview({ ...PUSH, languages });
    expect(titled.warnings).toMatchObject([
      { field: 'message.languages.tr.title', code: 'unknown_attribute', value: 'town' },
    ]);
    const large = await preview({ ...PUSH, languages: { tr: { text: 'x'.repeat(5000) } } });
    expect(large.warnings).toMatchObject([
      { field: 'message.languages.tr.text', code: 'push_too_large', blocks: true },
    ]);
    const nobody = await preview(PUSH, 'nobody');
    expect(nobody).toMatchObject({ person: false, warnings: [{ field: 'extId', code: 'unknown_person' }] });
    await sending.post('registerUsers', [{ extId: 'paper' }]);
    expect((await preview(PUSH, 'paper')).warnings).toMatchObject([{ field: 'extId', code: 'no_address' }]);
    await sending.post('deleteUsers', { extIds: ['paper'] });
  });

  it.each([
    ['private', 'card', '4929'],
    ['sealed', 'passport', 'U1234567'],
  ])('The preview shows %s values only to members who may see them', async (_, code, value) => {
    const message = { ...PUSH, text: `It is @{${code}|none}` };
    expect(JSON.stringify(await preview(message, 'plain', owner))).toContain(value);
    const hidden = await preview(message, 'plain', marketer);
    expect(JSON.stringify(hidden)).not.toContain(value);
    expect(hidden).toMatchObject({ person: false, warnings: [{ code: 'private_values', value: code }] });
    expect((await preview({ ...PUSH, text: 'Hello @{a|you}' }, 'plain', marketer)).person).toBe(true);
  });

  it('Live data of a person is filled for members who may see private values', async () => {
    const message = { ...PUSH, text: 'You have {{ fetched.points.left }} points' };
    expect(await preview(message, 'plain', marketer)).toMatchObject({
      person: false,
      warnings: [{ code: 'private_values', value: 'fetched.points' }],
    });
    expect((await preview(message, 'plain', owner)).person).toBe(true);
  });

  it('The preview rejects an incomplete message and names the missing field', async () => {
    const answer = await marketer.post('/apps/shop/compose/preview', { message: { title: 'T', platforms: ['IOS'] } });
    expect(answer.status).toBe(400);
    expect(problemOf(answer)).toMatchObject({ code: 'missing_field', path: 'message.text' });
  });

  it('A test message goes to one person once, with one audit entry', async () => {
    const before = await sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 100 });
    const body = { message: PUSH, extIds: ['turkish'] };
    const key = randomUUID();
    const [answer, again] = [
      await marketer.post('/apps/shop/compose/test', body, { 'idempotency-key': key }),
      await marketer.post('/apps/shop/compose/test', body, { 'idempotency-key': key }),
    ];
    expect(answer.status, answer.text).toBe(200);
    expect(keyOf(again)).toBe(keyOf(answer));
    const { db } = sending.gateway.fresh;
    const open = await db.rows<{ id: number }>(
      'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
      [keyOf(answer)],
    );
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send(open.map(({ id }) => id));
    await sender.waitUntilIdle();
    expect(await sending.ends(keyOf(answer))).toEqual({ SUCCESS: 2 });
    const entries = await sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 100 });
    expect(entries.slice(0, entries.length - before.length)).toMatchObject([
      { action: 'campaign.test', subject: `message ${keyOf(answer)}`, by: { kind: 'member' } },
    ]);
    const list = (await marketer.get('/apps/shop/campaigns')).json as { items: { key: string }[] };
    expect(list.items.map((row) => row.key)).not.toContain(String(keyOf(answer)));
    const nobody = await marketer.post('/apps/shop/compose/test', { message: PUSH, extIds: ['nobody'] });
    expect([nobody.status, problemOf(nobody)?.code]).toEqual([404, 'unknown_subject']);
  });
});

describe('Composed campaigns', () => {
  it('A composed campaign reaches as many recipients as its check planned and skips as many', async () => {
    await sending.post('registerUsers', [
      { extId: 'muted', platform: 'IOS', deviceToken: 'e'.repeat(64), pushPermitted: false },
      { extId: 'without' },
    ]);
    const suppressed = { channel: 'email', addresses: ['plain@example.com'], reason: 'COMPLAINT' };
    await sending.post('addSuppressions', suppressed);
    await sending.post('setCategoryPreferences', [{ extId: 'turkish', category: 'News', enable: false }]);
    for (const platforms of [PLATFORMS, ['IOS'], ['EMAIL', 'SMS'], ['ANDROID', 'CHROME']]) {
      const message = { ...PUSH, platforms, iconUrl: 'https://a/i.png', categories: ['News'] };
      const campaign = { message, target: EVERYBODY };
      const told = await check(campaign);
      const dryRun = await sending.post<{ planned: number; users: number }>('sendBulkNotification/dryRun', campaign);
      expect(told).toMatchObject({
        planned: dryRun.planned,
        users: dryRun.users,
        needsApproval: false,
        startsAt: null,
      });
      expect(told.platforms.reduce((sum, { planned }) => sum + planned, 0)).toBe(told.planned);
      const answer = await launch(campaign, told);
      expect(answer.status, answer.text).toBe(200);
      await sending.drain();
      expect((await sending.dispatch(keyOf(answer))).planned).toBe(told.planned);
      const skipped = told.platforms.flatMap((platform) => platform.skipped);
      const ends = await sending.ends(keyOf(answer));
      for (const reason of new Set(skipped.map((entry) => entry.reason))) {
        const sum = skipped.reduce((n, entry) => n + (entry.reason === reason ? entry.n : 0), 0);
        expect(ends[`SKIPPED ${reason}`], `${platforms.join()} ${reason}`).toBe(sum);
      }
      expect(skipped.length, platforms.join()).toBeGreaterThan(0);
    }
    const { leftOut } = await check({ message: PUSH, target: EVERYBODY });
    expect(leftOut).toEqual(
      expect.arrayContaining([
        { kind: 'push', reason: 'OPTED_OUT', users: 1 },
        { kind: 'push', reason: 'NO_DEVICE', users: 1 },
      ]),
    );
    await sending.post('deleteUsers', { extIds: ['muted', 'without'] });
  });

  it('A composed campaign is launched once, however often the launch is repeated', async () => {
    const campaign = { message: PUSH, target: { profile: { a: 'one' } } };
    const seen = await check(campaign);
    const before = await countDefinitions();
    const key = randomUUID();
    const first = launch(campaign, seen, key);
    const [pressed, twice] = await Promise.all([first, launch(campaign, seen, key)]);
    const done = [pressed, twice, await launch(campaign, seen, key)].filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(2);
    expect(new Set(done.map(keyOf)).size).toBe(1);
    expect(await countDefinitions()).toBe((before ?? 0) + 1);
    const without = await askPanel(sending.gateway.base, '/apps/shop/compose/launch', {
      cookie: marketer.cookie,
      method: 'POST',
      headers: PAGE_HEADERS,
      body: { campaign, seen },
    });
    expect([without.status, problemOf(without)?.code]).toEqual([400, 'missing_field']);
    expect(await countDefinitions()).toBe((before ?? 0) + 1);
  });

  it('The launch is refused when the campaign would differ from its check', async () => {
    const campaign = { message: PUSH, target: EVERYBODY };
    const seen = await check(campaign);
    const before = await countDefinitions();
    await sending.post('registerUsers', [{ extId: 'late', platform: 'IOS', deviceToken: 'f'.repeat(64) }]);
    const more = await launch(campaign, seen);
    expect([more.status, problemOf(more)]).toMatchObject([409, { code: 'changed_meanwhile', path: 'planned' }]);
    await sending.post('deleteUsers', { extIds: ['late'] });
    for (const other of [
      { ...campaign, message: { ...PUSH, text: 'Everything 30 % off' } },
      { ...campaign, target: { profile: { a: { $exists: true } } } },
      { ...campaign, schedule: { startTime: '2999-01-01T12:00:00Z' } },
    ]) {
      const refused = await launch(other, seen);
      expect([refused.status, problemOf(refused)]).toMatchObject([409, { code: 'changed_meanwhile', path: 'hash' }]);
    }
    expect(await countDefinitions()).toBe(before);
    expect((await launch(campaign, seen)).status).toBe(200);
  });

  it('A composed campaign with a start time waits for it', async () => {
    const campaign = { message: PUSH, target: EVERYBODY, schedule: { startTime: '2999-01-01T12:00:00+03:00' } };
    const told = await check(campaign);
    expect(told.startsAt).toBe('2999-01-01T09:00:00.000Z');
    const key = keyOf(await launch(campaign, told));
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ settled: 0 });
    expect((await marketer.get(`/apps/shop/campaigns/${key}`)).json).toMatchObject({
      dueAt: '2999-01-01T09:00:00.000Z',
      author: { kind: 'member' },
    });
  });

  it('A composed campaign waits for approval when the application requires it, and the check says so', async () => {
    const apply = sending.gateway.app.get(ApplyService);
    const campaign = { message: PUSH, target: EVERYBODY };
    const free = await check(campaign);
    await apply.apply({ app: 'shop', settings: { approval: { approvers: 1 } } }, { dryRun: false });
    const told = await check(campaign);
    expect(told.needsApproval).toBe(true);
    expect((await launch(campaign, free)).status).toBe(409);
    const key = keyOf(await launch(campaign, told));
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ settled: 0 });
    await apply.apply({ app: 'shop', settings: { approval: false } }, { dryRun: false });
  });

  it('A forecast stops at its limits and counts in full within them', async () => {
    const dryRuns = sending.gateway.app.get(DeliveryDryRunService);
    const message = parseBulk(PUSH);
    const request = {
      appId: sending.gateway.appId,
      lane: 'bulk',
      message,
      target: { type: 'all' },
      options: {},
      dueAt: null,
    } as const;
    const { planned } = await dryRuns.forecastSend(request);
    expect(await dryRuns.forecastSend(request, { maxExamined: 2 })).toMatchObject({ planned, examined: 2 });
    expect(await dryRuns.countPlanned(request)).toBe(planned);
    for (const late of [
      () => dryRuns.forecastSend(request, { until: AbortSignal.abort() }),
      () => dryRuns.countPlanned(request, { until: AbortSignal.abort() }),
      () => dryRuns.countLeftOut(request, { until: AbortSignal.abort() }),
    ]) {
      await expect(late()).rejects.toMatchObject({ refusal: 'unavailable' });
    }
  });

  it('Check, preview and test know only the users of their own application', async () => {
    const other = await sending.gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const stranger = await signIn(sending.gateway, [{ role: 'owner', appId: other.app.id }]);
    const answer = await stranger.post('/apps/other/compose/check', { message: PUSH, target: EVERYBODY });
    expect(checkOf(answer)).toMatchObject({ users: 0, planned: 0 });
    const shown = await stranger.post('/apps/other/compose/preview', { message: PUSH, extId: 'plain' });
    expect(shown.json).toMatchObject({ person: false, warnings: [{ code: 'unknown_person' }] });
    const sent = await stranger.post('/apps/other/compose/test', { message: PUSH, extIds: ['plain'] });
    expect(sent.status).toBe(404);
    expect((await stranger.post('/apps/shop/compose/preview', { message: PUSH })).status).toBe(404);
  });
});
