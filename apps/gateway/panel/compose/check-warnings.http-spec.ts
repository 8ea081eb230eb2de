import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';

interface Warning {
  code: string;
  severity: string;
  field: string;
  value: string | null;
  n: number | null;
  of: number | null;
  until: string | null;
}
interface Check {
  hash: string;
  planned: number;
  limitedBy: string | null;
  warnings: Warning[];
}

const PEOPLE = 5;
const SOME = { profile: { city: ['Bonn'] } };
const FIRST = { profile: { vip: [true] } };
const TOMORROW = new Date(Date.now() + 20 * 3_600_000).toISOString();

let sending: Sending;
let marketer: PanelMember;
beforeAll(async () => {
  // However few they are, their index is asked.
  sending = await startSending({ INDEX_LEAST_USERS: '1' });
  const { gateway } = sending;
  const attributes = [
    { code: 'city', dataType: 'STRING' },
    { code: 'vip', dataType: 'BOOLEAN' },
    { code: 'street', dataType: 'STRING' },
  ];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  for (let n = 0; n < PEOPLE; n += 1) {
    const profile = { ...(n < 3 && { city: 'Bonn' }), vip: n === 0 || n === 4 };
    const device = { platform: 'IOS', deviceToken: n.toString(16).padStart(64, 'a') };
    await sending.post('registerUsers', [{ extId: `person-${n}`, profile, ...device }]);
  }
  await sending.post('registerUsers', [{ extId: 'person-0', platform: 'HUAWEI', deviceToken: 'phone-0' }]);
});
afterAll(() => sending.close());

async function check(more: object = {}, message: object = {}): Promise<Check> {
  const campaign = {
    message: { title: 'Spring', text: 'Is here', platforms: ['IOS'], ...message },
    target: SOME,
    ...more,
  };
  const answer = await marketer.post('/apps/shop/compose/check', campaign);
  expect(answer.status, answer.text).toBe(200);
  return checkOf(answer) as Check;
}

const codes = ({ warnings }: Check) => warnings.map(({ code }) => code);
const find = ({ warnings }: Check, code: string) => warnings.find((warning) => warning.code === code);
const later = { schedule: { startTime: TOMORROW } };
const states = () => sending.gateway.app.get(AccountStateService);
const letRest = async () => {
  const { appId, fresh } = sending.gateway;
  const apns = (await states().listStatuses(appId)).find(({ channel }) => channel === 'apns');
  await fresh.db.rows(
    `INSERT INTO delivery.account_rest (account_id, app_id, version, rest_until, trips, code, why)
     VALUES ($1, $2, $3, now() + interval '10 minutes', 1, '503', 'PROVIDER_UNAVAILABLE') RETURNING account_id`,
    [apns?.accountId ?? 0, appId, apns?.version ?? 0],
  );
  states().clearCache();
};

describe('Warnings of a check', () => {
  it('The check of an ordinary campaign has no warnings', async () => {
    expect((await check()).warnings).toEqual([]);
  });

  it('The check warns of a campaign to all users without a limit', async () => {
    const everybody = { target: { sendToAll: true } };
    expect(find(await check(everybody), 'everybody')).toEqual({
      code: 'everybody',
      severity: 'WARNING',
      field: 'target',
      value: null,
      n: null,
      of: null,
      until: null,
    });
    expect(codes(await check({ ...everybody, limit: 2 }))).toEqual([]);
  });

  it('The check warns of a platform without an account and blocks when no message could be sent', async () => {
    const missing = { code: 'account_missing', field: 'message.platforms', value: 'hms', n: 1 };
    const both = await check({}, { platforms: ['IOS', 'HUAWEI'] });
    expect(both.warnings).toMatchObject([{ ...missing, severity: 'WARNING' }]);
    const alone = await check({}, { platforms: ['HUAWEI'] });
    expect(alone.warnings).toMatchObject([{ ...missing, severity: 'BLOCKING' }]);
  });

  it('The check warns of a placeholder without a value for more than a fifth of the recipients', async () => {
    const target = { sendToAll: true };
    const lacking = await check({ target }, { text: 'From @{city|here}' });
    expect(find(lacking, 'lacking_values')).toMatchObject({ field: 'message.text', value: 'city', n: 2, of: PEOPLE });
    expect(codes(await check({}, { text: 'From @{city|here}' }))).toEqual([]);
  });

  it('The check warns of recipients left without a message and blocks when all are', async () => {
    const target = { sendToAll: true };
    const several = await check({ target }, { text: 'Hello', click: { url: 'https://shop.example/@{city}' } });
    expect(find(several, 'left_without_message')).toMatchObject({
      severity: 'WARNING',
      field: 'message',
      value: 'MISSING_ATTRIBUTE',
      n: 2,
      of: PEOPLE,
    });
    const nobody = await check({}, { text: 'Hello', click: { url: 'https://shop.example/@{street}' } });
    expect(find(nobody, 'left_without_message')).toMatchObject({ severity: 'BLOCKING', n: 3, of: 3 });
    expect(codes(await check({}, { text: 'Hello', click: { url: 'https://shop.example/@{city}' } }))).toEqual([]);
  });

  it('The check warns of a campaign that lasts longer than its time to live', async () => {
    const speed = { packageSize: 1, intervalMins: 10 };
    const long = await check({ speed }, { ttl: '15m' });
    expect(long.limitedBy).toBe('speed');
    expect(long.warnings).toMatchObject([{ code: 'outlives_ttl', field: 'message.ttl', n: 1200, of: 900 }]);
    expect(codes(await check({ speed }, { ttl: '20m' }))).toEqual([]);
    expect(codes(await check({ speed }))).toEqual([]);
  });

  it('The check warns of a platform that is no longer served', async () => {
    await sending.post('registerUsers', [{ extId: 'person-1', platform: 'WP', deviceToken: 'old' }]);
    const checked = await check({}, { platforms: ['IOS', 'WP'] });
    expect(checked.warnings).toMatchObject([{ code: 'unserved_platform', severity: 'WARNING', value: 'WP' }]);
  });

  it('The check warns of an account with an open circuit breaker, with its end', async () => {
    await letRest();
    const [resting] = (await check()).warnings;
    expect(resting).toMatchObject({ code: 'account_resting', severity: 'WARNING', value: 'apns', n: 3 });
    expect(Date.parse(resting?.until ?? '')).toBeGreaterThan(Date.now());
    await states().resume(sending.gateway.appId, 'apns');
    expect(codes(await check())).toEqual([]);
  });
});

describe('Warnings beside other campaigns', () => {
  it('The check reports other running campaigns and the number of users that may get both', async () => {
    const key = await sending.bulk({ message: { title: 'Offers', text: 'Now', platforms: ['IOS'] }, target: FIRST });
    await sending.launchDue();
    const during = await check();
    expect(find(during, 'also_sending')).toMatchObject({ field: 'schedule', value: 'Offers', n: 1 });
    expect(codes(await check(later))).not.toContain('also_sending');
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    const after = await check();
    // Two got it, and one of these is in Bonn.
    expect(after.warnings).toMatchObject([{ code: 'recent_audience', field: 'target', n: 1, of: 1 }]);
  });

  it('The check reports no campaign that was sent more than a day before or reached other users only', async () => {
    const elsewhere = { target: { profile: { vip: [false] } } };
    expect(codes(await check(elsewhere))).toEqual([]);
    const { db } = sending.gateway.fresh;
    await db.rows(`UPDATE delivery.dispatch SET launched_at = launched_at - interval '25 hours' RETURNING dispatch_id`);
    expect(codes(await check())).toEqual([]);
    await db.rows(`UPDATE delivery.dispatch SET launched_at = launched_at + interval '25 hours' RETURNING dispatch_id`);
    expect(codes(await check())).toEqual(['recent_audience']);
    const inTwoDays = { schedule: { startTime: new Date(Date.now() + 48 * 3_600_000).toISOString() } };
    expect(codes(await check(inTwoDays))).toEqual([]);
  });

  it('The check reports the lag of the index when it is above its limit', async () => {
    const { app, fresh } = sending.gateway;
    await app.get(IndexMaintenanceService).buildIndexes();
    await app.get(IndexMaintenanceService).followFeed();
    expect(codes(await check())).not.toContain('index_behind');
    await sending.post('registerUsers', [{ extId: 'late', platform: 'IOS', deviceToken: 'c'.repeat(64) }]);
    await fresh.db.rows(`UPDATE audience.index_group SET as_of = now() - interval '90 seconds' RETURNING as_of`);
    const behind = find(await check(), 'index_behind');
    expect(behind).toMatchObject({ severity: 'NOTE', field: 'target' });
    expect(behind?.n).toBeGreaterThanOrEqual(90);
  });
});

describe('Warnings about a refused account', () => {
  it('The check warns of refused credentials and blocks on the paused account', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 403, reason: 'InvalidProviderToken' }]);
    await sending.bulk({ message: { title: 'Offers', text: 'Now', platforms: ['IOS'] }, target: FIRST });
    await sending.drain();
    const now = await check();
    expect(now.warnings.slice(0, 2)).toMatchObject([
      { code: 'account_paused', severity: 'BLOCKING', field: 'message.platforms', value: 'apns', n: 3 },
      { code: 'account_refused', severity: 'WARNING', field: 'message.platforms', value: 'apns' },
    ]);
    expect(find(await check(later), 'account_paused')).toMatchObject({ severity: 'WARNING' });
  });

  it('A blocking warning does not prevent the launch on the server', async () => {
    const seen = await check();
    const campaign = { message: { title: 'Spring', text: 'Is here', platforms: ['IOS'] }, target: SOME };
    const { hash, planned } = seen;
    const answer = await marketer.post(
      '/apps/shop/compose/launch',
      { campaign, seen: { hash, planned } },
      { 'idempotency-key': randomUUID() },
    );
    expect(answer.status, answer.text).toBe(200);
  });
});

describe('Gaps of a message', () => {
  const launch = (message: object, seen: object) =>
    marketer.post(
      '/apps/shop/compose/launch',
      { campaign: { message: { title: 'Spring', platforms: ['IOS'], ...message }, target: { sendToAll: true } }, seen },
      { 'idempotency-key': randomUUID() },
    );
  const problem = ({ json }: { json: unknown }) => (json as { problems: { code: string; path: string }[] }).problems[0];

  it('A message with gaps is launched once its author confirms for how many people, and not before', async () => {
    const message = { text: 'From {{ city }}' };
    const { hash, planned, ...seen } = await check({ target: { sendToAll: true } }, message);
    expect(find({ hash, planned, ...seen }, 'gaps')).toMatchObject({ severity: 'WARNING', field: 'message', n: 3 });
    for (const gaps of [undefined, 2, 4]) {
      const refused = await launch(message, { hash, planned, ...(gaps !== undefined && { gaps }) });
      expect([refused.status, problem(refused)]).toMatchObject([409, { code: 'unconfirmed_gaps', path: 'seen.gaps' }]);
    }
    expect((await launch(message, { hash, planned, gaps: 3 })).status).toBe(200);
  });

  it('A value of a wrong type for all recipients blocks the launch, confirmed or not', async () => {
    const message = { text: "Yours: {{ vip | money: 'EUR' }}" };
    const checked = await check({ target: FIRST }, message);
    expect(find(checked, 'wrong_type')).toMatchObject({
      severity: 'BLOCKING',
      field: 'message.text',
      value: 'vip',
      n: 2,
    });
    const { hash, planned } = checked;
    const campaign = { message: { title: 'Spring', platforms: ['IOS'], ...message }, target: FIRST };
    const refused = await marketer.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned, gaps: 2 } });
    expect([refused.status, problem(refused)]).toMatchObject([409, { code: 'unconfirmed_gaps', path: 'message.text' }]);
  });

  it('An unclosed tag is refused with its place before it is counted', async () => {
    const message = { title: 'Spring', text: 'Hello {% if city %}you', platforms: ['IOS'] };
    const answer = await marketer.post('/apps/shop/compose/check', { message, target: FIRST });
    expect([answer.status, problem(answer)]).toMatchObject([
      400,
      { path: 'text', text: expect.stringMatching(/line 1/) as string },
    ]);
  });

  it('A message that stops itself for people needs no confirmation', async () => {
    const message = { text: '{% unless city %}{% abort_message %}{% endunless %}Hello' };
    const { hash, planned, warnings } = await check({ target: { sendToAll: true } }, message);
    expect(warnings.map(({ code }) => code)).not.toContain('gaps');
    expect((await launch(message, { hash, planned })).status).toBe(200);
  });
});

describe('Warnings about categories', () => {
  it('The check warns of a campaign without a category when the application has categories', async () => {
    const { app } = sending.gateway;
    await app.get(ApplyService).apply({ app: 'shop', categories: [{ name: 'News' }] }, { dryRun: false });
    expect(find(await check(), 'no_category')).toMatchObject({ severity: 'WARNING', field: 'message.categories' });
    expect(codes(await check({}, { categories: ['News'] }))).not.toContain('no_category');
  });
});
