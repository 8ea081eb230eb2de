import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import {
  drawSharedPeople,
  recountEnds,
  type Ends,
  type SharedPerson,
} from '../../../support/audience/address-sharers.js';
import { toMailboxKey } from '#platform/spelling';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const MAIL = { title: 'Sale', subject: 'Sale', text: 'Shoes', from: 'shop@example.com', platforms: ['EMAIL'] };
/** Further uids of each bucket, as of an application with a million users: its launches have several ranges. */
const TAKEN = 3000;
let sending: Sending;

interface Entry {
  extId: string;
  platform: string;
  status: string;
  errorMsg?: string;
}

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', categories: [{ name: 'news' }], settings: { permanentDeletion: true } }, { dryRun: false });
  await sending.post(
    'registerUsers',
    Array.from({ length: 400 }, (_, n) => ({ extId: `filler-${n}` })),
  );
  await db().affected('UPDATE users.uid_block SET next_n = next_n + $1', [TAKEN]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const db = () => sending.gateway.fresh.db;

/** How the message ended for each user, by extId. */
async function endsOf(key: number, platforms: readonly string[] = ['EMAIL']): Promise<Ends> {
  const ends: [string, string][] = [];
  for (const status of ['', '&status=SKIPPED']) {
    const path = `/rest/3.0/getPushResult?max=1000&notificationKey=${key}${status}`;
    const { list } = (await sending.gateway.call(path, { method: 'GET' })).json as { list: Entry[] };
    const own = list.filter(({ platform }) => platforms.includes(platform));
    ends.push(...own.map((entry): [string, string] => [entry.extId, entry.errorMsg ?? entry.status]));
  }
  expect(ends).toHaveLength(new Map(ends).size);
  return Object.fromEntries(ends);
}

const leftOutOf = async (key: number): Promise<Record<string, number>> => {
  const answer = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
  return (answer.json as { leftOut: Record<string, number> }).leftOut;
};

const seen = (extId: string, at: string) =>
  db().affected(
    `UPDATE users.installation AS i SET last_active_at = $2 FROM users.app_user AS u
      WHERE u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid AND u.ext_id = $1`,
    [extId, at],
  );

/** Registers people with their choices, and when they were seen. @returns uids by extId */
async function registerPeople(people: readonly SharedPerson[]): Promise<Map<string, number>> {
  await sending.post(
    'registerUsers',
    people.map(({ extId, tags, email, msisdn }, n) => ({
      extId,
      tags,
      platform: 'IOS',
      deviceToken: `${extId}-${n}`.padEnd(64, 'a').replaceAll(/[^0-9a-f]/g, 'b'),
      ...(email !== undefined && { email }),
      ...(msisdn !== undefined && { msisdn }),
    })),
  );
  const those = (holds: (person: SharedPerson) => boolean) => people.filter(holds).map(({ extId }) => extId);
  await sending.post('disableMail', { extIds: those(({ refusesMail }) => refusesMail) });
  await sending.post('disableSms', { extIds: those(({ refusesSms }) => refusesSms) });
  const refusals = those(({ refusesNews }) => refusesNews);
  if (refusals.length > 0) {
    const choices = refusals.map((extId) => ({ extId, category: 'news', enable: false }));
    await sending.post('setCategoryPreferences', choices);
  }
  await db().affected(
    `UPDATE users.installation AS i SET last_active_at = '2026-01-01'::timestamptz - q.days * interval '1 day'
       FROM users.app_user AS u JOIN unnest($1::text[], $2::integer[]) AS q (ext_id, days) ON q.ext_id = u.ext_id
      WHERE u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid`,
    [people.map(({ extId }) => extId), people.map(({ seenDaysAgo }) => seenDaysAgo ?? null)],
  );
  const rows = await db().rows<{ extId: string; uid: number }>(
    'SELECT u.ext_id AS "extId", u.uid FROM users.app_user AS u',
  );
  return new Map(rows.map(({ extId, uid }) => [extId, uid]));
}

/** Takes a launch back to a bucket, as a kill after this range leaves it. */
async function rewind(key: number, vb: number): Promise<void> {
  const cut = 'SELECT dispatch_id FROM delivery.dispatch WHERE notification_key = $1';
  await db().affected(`DELETE FROM delivery.chunk WHERE dispatch_id = (${cut}) AND vb >= $2`, [key, vb]);
  await db().affected(`DELETE FROM delivery.left_out WHERE dispatch_id = (${cut}) AND vb_from >= $2`, [key, vb]);
  await db().affected(
    `UPDATE delivery.dispatch AS d SET state = 1, vb_next = $2, lease_until = NULL,
            planned = (SELECT coalesce(sum(c.planned), 0) FROM delivery.chunk AS c WHERE c.dispatch_id = d.dispatch_id)
      WHERE d.notification_key = $1`,
    [key, vb],
  );
}

/** Frozen recipients by chunk. */
const frozenOf = (key: number) =>
  db().rows<{ vb: number; ids: Buffer }>(
    `SELECT c.vb, c.channel, c.ids FROM delivery.chunk AS c JOIN delivery.dispatch AS d USING (dispatch_id)
      WHERE d.notification_key = $1 ORDER BY c.channel, c.vb`,
    [key],
  );

/** Buckets at which a range of the next launch begins. */
async function rangeStarts(key: number): Promise<number[]> {
  const rows = await db().rows<{ vb: number }>(
    `SELECT DISTINCT l.vb_from AS vb FROM delivery.left_out AS l JOIN delivery.dispatch AS d USING (dispatch_id)
      WHERE d.notification_key = $1 ORDER BY 1`,
    [key],
  );
  return rows.map(({ vb }) => vb);
}

describe('Users with one address in a campaign', () => {
  it('A campaign reaches the user seen last, and names the others with SAME_ADDRESS', async () => {
    await sending.post('registerUsers', [
      { extId: 'old', platform: 'IOS', deviceToken: 'a'.repeat(64), tags: ['one'], email: 'Ada@müller.example' },
      { extId: 'new', platform: 'IOS', deviceToken: 'b'.repeat(64), tags: ['one'], email: 'ada@xn--mller-kva.example' },
      { extId: 'never', tags: ['one'], email: 'ADA@MÜLLER.example' },
      { extId: 'alone', tags: ['one'], email: 'bob@example.com' },
      { extId: 'none', tags: ['one'] },
    ]);
    await seen('old', '2026-01-01');
    await seen('new', '2026-02-01');
    const target = { tag: 'one' };
    const report = await sending.post<{ leftOut: object }>('sendBulkNotification/dryRun', { message: MAIL, target });
    const leftOut = { SAME_ADDRESS: 2, NO_ADDRESS: 1 };
    expect(report).toMatchObject({ users: 5, people: 3, planned: 2, leftOut });
    const key = await sending.bulk({ message: MAIL, target });
    await sending.drain();
    const ends = { new: 'SUCCESS', alone: 'SUCCESS', old: 'SAME_ADDRESS', never: 'SAME_ADDRESS', none: 'NO_ADDRESS' };
    expect(await endsOf(key)).toEqual(ends);
    expect(await leftOutOf(key)).toEqual(leftOut);
    const explained = await sending.post('targeting/explain', { extId: 'old', notificationKey: key });
    expect(explained).toMatchObject({
      notification: {
        outlook: [{ platform: 'EMAIL', ready: 0, skipped: { SAME_ADDRESS: 1 } }],
        results: [{ platform: 'EMAIL', status: 'SKIPPED', reason: 'SAME_ADDRESS' }],
      },
    });
    const all = await sending.bulk({ message: { ...MAIL, perUser: true }, target });
    await sending.drain();
    expect(await leftOutOf(all)).toEqual({ NO_ADDRESS: 1 });
    expect(Object.values(await endsOf(all)).filter((end) => end === 'SUCCESS')).toHaveLength(4);
  });

  it.each([1, 2, 3, 4])('Random people are reached as a plain recount says (seed %i)', async (seed) => {
    const people = drawSharedPeople(seed, 150);
    const uids = await registerPeople(people);
    const tag = `red${seed}`;
    const suppressed = people.filter(({ mailbox }) => mailbox !== undefined && mailbox % 7 === 0);
    await sending.post('addSuppressions', {
      channel: 'email',
      reason: 'COMPLAINT',
      addresses: suppressed.flatMap(({ email }) => email ?? []),
    });
    const mailboxes = new Set(suppressed.flatMap(({ mailbox }) => mailbox ?? []));
    const message = { ...MAIL, platforms: ['EMAIL', 'SMS', 'IOS'], categories: 'news' };
    const request = { message, target: { tag } };
    const report = await sending.post<DryRun>('sendBulkNotification/dryRun', request);
    const key = await sending.bulk(request);
    await sending.drain();
    const mail = await endsOf(key, ['EMAIL']);
    const sms = await endsOf(key, ['SMS']);
    expect(mail).toEqual(recountEnds(people, uids, { kind: 'email', tag, suppressed: mailboxes }));
    expect(sms).toEqual(recountEnds(people, uids, { kind: 'sms', tag, suppressed: new Set() }));
    const shared = [...Object.values(mail), ...Object.values(sms)].filter((end) => end === 'SAME_ADDRESS');
    expect(shared.length).toBeGreaterThan(10);
    expect(report.leftOut['SAME_ADDRESS']).toBe(shared.length);
    expect((await leftOutOf(key))['SAME_ADDRESS']).toBe(shared.length);
    const behind = Object.keys(mail).filter((extId) => [mail[extId], sms[extId]].includes('SAME_ADDRESS'));
    expect(report.people).toBe(report.users - behind.length);
  });

  it.each([
    ['WHATSAPP', { wpNumber: '+905321230000' }],
    ['CHAT', { chatAddress: 'telegram:600000001' }],
    ['SMS', { msisdn: '+905321230001' }],
  ])('Users with one address of %s count once in a dry run', async (platform, address) => {
    const tag = `dry-${platform}`;
    await sending.post(
      'registerUsers',
      [1, 2, 3].map((n) => ({ extId: `${tag}-${n}`, tags: [tag], ...address })),
    );
    const message = { title: 'Sale', text: 'Shoes', platforms: [platform] };
    const report = await sending.post('sendBulkNotification/dryRun', { message, target: { tag } });
    expect(report).toMatchObject({ users: 3, people: 1, planned: 1, leftOut: { SAME_ADDRESS: 2 } });
  });

  it('A limit draws among the chosen users', async () => {
    const people = drawSharedPeople(11, 120).map((person) => ({ ...person, refusesNews: false }));
    const uids = await registerPeople(people);
    const all = recountEnds(people, uids, { kind: 'email', tag: 'red11', suppressed: new Set() });
    const chosen = Object.keys(all).filter((extId) => all[extId] === 'SUCCESS');
    const key = await sending.bulk({ message: MAIL, target: { tag: 'red11' }, limit: 9 });
    await sending.drain();
    const ends = await endsOf(key);
    const reached = Object.keys(ends).filter((extId) => ends[extId] === 'SUCCESS');
    expect(reached).toHaveLength(9);
    expect(reached.every((extId) => chosen.includes(extId))).toBe(true);
    expect(await leftOutOf(key)).toMatchObject({ LIMIT: chosen.length - 9 });
  });

  it('Under rules, addresses that differ in dots and tags are one, and a suppressed one gives way', async () => {
    const spellings = ['a.da@gmail.example', 'ad.a+shop@gmail.example', 'AdA@gmail.example', 'ada@other.example'];
    await sending.post(
      'registerUsers',
      spellings.map((email, n) => ({
        extId: `rule-${n}`,
        email,
        tags: ['rules'],
        platform: 'IOS',
        deviceToken: String(n).repeat(64),
      })),
    );
    for (const [n, day] of [3, 2, 1, 1].entries()) {
      await seen(`rule-${n}`, `2026-01-0${day}`);
    }
    const channel = { channel: 'email', reason: 'COMPLAINT', addresses: [spellings[0]] };
    await sending.post('addSuppressions', channel);
    let last = 0;
    const reach = async (addressRules: string[]): Promise<Ends> => {
      await sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings: { addressRules } }, { dryRun: false });
      last = await sending.bulk({ message: MAIL, target: { tag: 'rules' } });
      await sending.drain();
      return endsOf(last);
    };
    const each = { 'rule-0': 'SUPPRESSED', 'rule-1': 'SUCCESS', 'rule-2': 'SUCCESS', 'rule-3': 'SUCCESS' };
    expect(await reach([])).toEqual(each);
    expect(await reach(['dots'])).toEqual({ ...each, 'rule-0': 'SAME_ADDRESS' });
    expect(await reach(['plus'])).toEqual(each);
    const both = { 'rule-0': 'SAME_ADDRESS', 'rule-1': 'SUCCESS', 'rule-2': 'SAME_ADDRESS', 'rule-3': 'SUCCESS' };
    expect(await reach(['plus', 'dots'])).toEqual(both);
    expect(await sending.post('targeting/explain', { extId: 'rule-2', notificationKey: last })).toMatchObject({
      notification: { outlook: [{ platform: 'EMAIL', ready: 0, skipped: { SAME_ADDRESS: 1 } }] },
    });
    await reach([]);
  });

  it('Rules also join addresses beyond ASCII', async () => {
    const spellings = [
      '\u00c9.va+a@m\u00fcller.example',
      'e\u0301va@xn--mller-kva.example',
      '\u00e9va+b@M\u00dcLLER.example',
    ];
    await sending.post(
      'registerUsers',
      spellings.map((email, n) => ({ extId: `wide-${n}`, email, tags: ['wide'] })),
    );
    const rules = { app: 'shop', settings: { addressRules: ['dots', 'plus'] } };
    await sending.gateway.app.get(ApplyService).apply(rules, { dryRun: false });
    const report = await sending.post('sendBulkNotification/dryRun', { message: MAIL, target: { tag: 'wide' } });
    expect(report).toMatchObject({ users: 3, people: 1, planned: 1 });
    const none = { app: 'shop', settings: { addressRules: [] } };
    await sending.gateway.app.get(ApplyService).apply(none, { dryRun: false });
  });

  it('A replacing campaign reaches the receiver of the first one, although another user was seen since', async () => {
    await sending.post('registerUsers', [
      { extId: 'r1', platform: 'IOS', deviceToken: 'c'.repeat(64), tags: ['replaced'], email: 'r@example.com' },
      { extId: 'r2', platform: 'IOS', deviceToken: 'd'.repeat(64), tags: ['replaced'], email: 'R@example.com' },
    ]);
    await seen('r1', '2026-02-01');
    await seen('r2', '2026-01-01');
    const target = { tag: 'replaced' };
    const first = await sending.bulk({ message: MAIL, target });
    await sending.drain();
    await seen('r2', '2026-03-01');
    const second = await sending.bulk({ message: { ...MAIL, customJson: { refID: first } }, target });
    await sending.drain();
    expect(await endsOf(first)).toEqual({ r1: 'SUCCESS', r2: 'SAME_ADDRESS' });
    expect(await endsOf(second)).toEqual({ r1: 'SUCCESS' });
  });

  it('A launch killed between two ranges keeps its choice, and newcomers stand back for who is frozen', async () => {
    const people = drawSharedPeople(21, 150);
    await registerPeople(people);
    const key = await sending.bulk({ message: MAIL, target: { tag: 'red21' } });
    await sending.launchDue();
    const frozen = await frozenOf(key);
    const starts = await rangeStarts(key);
    expect(starts.length).toBeGreaterThan(3);
    // Everyone is seen in another order since, so that a second choice would differ.
    for (const [n, { extId }] of people.entries()) {
      await seen(extId, new Date(Date.UTC(2026, 3, 1 + (people.length - n))).toISOString());
    }
    await rewind(key, starts[Math.floor(starts.length / 2)] ?? 0);
    await sending.launchDue();
    expect(await frozenOf(key)).toEqual(frozen);
    await rewind(key, starts[1] ?? 0);
    const late = people.filter(({ email }) => email !== undefined);
    await sending.post(
      'registerUsers',
      late.map(({ email }, n) => ({ extId: `late-${n}`, email, tags: ['red21'] })),
    );
    await sending.drain();
    const sent = (await sending.simulators.mails()).map(({ token }) => toMailboxKey(token));
    expect(sent.length).toBeGreaterThan(20);
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('Users who register while a launch goes on get no second message to an address', async () => {
    const people = drawSharedPeople(31, 150);
    await registerPeople(people);
    const key = await sending.bulk({ message: MAIL, target: { tag: 'red31' } });
    const emails = people.flatMap(({ email }) => email ?? []);
    const launch = sending.launchDue();
    for (let batch = 0; batch < 5; batch++) {
      const late = emails.map((email, n) => ({ extId: `meanwhile-${batch}-${n}`, email, tags: ['red31'] }));
      await sending.post('registerUsers', late);
    }
    await launch;
    await sending.drain();
    const sent = (await sending.simulators.mails()).map(({ token }) => toMailboxKey(token));
    expect(sent.length).toBeGreaterThan(20);
    expect(new Set(sent).size).toBe(sent.length);
    expect((await leftOutOf(key))['SAME_ADDRESS']).toBeGreaterThan(0);
  });

  it('A launch that continues after an erasure of holders sends nothing twice', async () => {
    const people = drawSharedPeople(41, 150);
    await registerPeople(people);
    const key = await sending.bulk({ message: MAIL, target: { tag: 'red41' } });
    await sending.launchDue();
    const starts = await rangeStarts(key);
    await rewind(key, starts[Math.floor(starts.length / 2)] ?? 0);
    const red = people.filter(({ tags }) => tags.includes('red41'));
    await sending.post('deleteUsersPermanently', { extIds: red.slice(0, 20).map(({ extId }) => extId) });
    await sending.drain();
    const sent = (await sending.simulators.mails()).map(({ token }) => toMailboxKey(token));
    expect(new Set(sent).size).toBe(sent.length);
    const { state, planned, settled } = await sending.dispatch(key);
    expect([state, planned]).toEqual([3, settled]);
  });
});

interface DryRun {
  users: number;
  people: number;
  leftOut: Record<string, number>;
}
