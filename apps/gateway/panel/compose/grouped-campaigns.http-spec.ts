import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService, AuthenticatorService } from '#libs/tenancy';
import type { Answer } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { addShoppers } from '../../../../test/support/contract/shoppers.js';
import {
  groupedQuestions,
  sampleShoppers,
  type GroupedQuestion,
} from '../../../../test/support/rooms/grouped-targets.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

const SHOPPERS = sampleShoppers(300, 5);
const MAX_SIZE = 14;
const MESSAGE = { title: 'Spring', text: 'Everything 20 % off', platforms: ['IOS', 'ANDROID'] };
const VAN_OR_VIP = {
  any: [{ profile: { city: ['Van'] } }, { tag: ['vip'] }],
  none: [{ profile: { plans: ['trial'] } }],
};

interface Check {
  hash: string;
  users: number;
  planned: number;
}
interface Review {
  draft: { target: unknown } | null;
  target: unknown;
  hash: string;
  differences: { field: string; from: string | null; to: string | null }[];
}

let sending: Sending;
let marketer: PanelMember;
let approver: PanelMember;

async function start(env: Record<string, string> = {}): Promise<void> {
  sending = await startSending(env);
  const { gateway } = sending;
  await addShoppers(gateway, SHOPPERS);
  await gateway.app.get(IndexMaintenanceService).buildIndexes();
  await gateway.app.get(IndexMaintenanceService).followFeed();
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  approver = await signIn(gateway, [{ role: 'approver', appId: gateway.appId }]);
}

async function check(campaign: object): Promise<Check> {
  const answer = await marketer.post('/apps/shop/compose/check', campaign);
  expect(answer.status, answer.text).toBe(200);
  return checkOf(answer) as Check;
}

const launch = (campaign: object, { hash, planned }: Check, more: object = {}) =>
  marketer.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned }, ...more });
const keyOf = ({ json }: Answer): number => Number((json as { key: string }).key);
const reached = (matches: GroupedQuestion['matches']): string[] =>
  SHOPPERS.filter((shopper) => shopper.platform !== null && matches(shopper))
    .map(({ extId }) => extId)
    .toSorted();

/** Everyone who has a result. */
async function listRecipients(key: number): Promise<string[]> {
  const rows = await sending.gateway.fresh.db.rows<{ extId: string }>(
    `SELECT u.ext_id AS "extId" FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
       JOIN users.app_user u ON u.app_id = d.app_id AND u.uid = r.uid
      WHERE d.notification_key = $1 AND d.app_id = $2`,
    [key, sending.gateway.appId],
  );
  return rows.map(({ extId }) => extId).toSorted();
}

describe.each([
  ['from the rows', '1000000', sampleSize(5)],
  ['by the index', '1', sampleSize(10)],
])('Campaign to groups, planned %s', (_, INDEX_LEAST_USERS, numRuns) => {
  beforeAll(() => start({ INDEX_LEAST_USERS }));
  afterAll(() => sending.close());

  it('A campaign to groups reaches as many recipients as its check planned', { timeout: 400_000 }, async () => {
    const counts = new Set<number>();
    for (const { target, matches } of fc.sample(groupedQuestions(true, MAX_SIZE), { seed: 22, numRuns })) {
      const campaign = { message: MESSAGE, target };
      const told = await check(campaign);
      const expected = reached(matches).length;
      expect(told, JSON.stringify(target)).toMatchObject({
        users: SHOPPERS.filter(matches).length,
        planned: expected,
      });
      const answer = await launch(campaign, told);
      expect(answer.status, answer.text).toBe(200);
      await sending.launchDue();
      expect((await sending.dispatch(keyOf(answer))).planned, JSON.stringify(target)).toBe(expected);
      counts.add(expected);
    }
    expect(counts.size).toBeGreaterThan(numRuns / 8);
  });

  it('A campaign to groups reaches exactly the matching users', { timeout: 400_000 }, async () => {
    await sending.drain();
    for (const { target, matches } of fc.sample(groupedQuestions(true, MAX_SIZE), {
      seed: 23,
      numRuns: sampleSize(1),
    })) {
      const campaign = { message: MESSAGE, target };
      const answer = await launch(campaign, await check(campaign));
      await sending.drain();
      expect(await listRecipients(keyOf(answer)), JSON.stringify(target)).toEqual(reached(matches));
    }
  });
});

describe('Campaign to groups', () => {
  beforeAll(() => start());
  afterAll(() => sending.close());

  it.each([
    ['an empty group', { any: [] }, 'should not be empty'],
    ['nothing', {}, 'is empty'],
    ['a name that there is none of', { sendToAll: true, extIds: ['s1'] }, "not 'extIds'"],
    ['a form of single sends', { tag: 'vip', extId: ['s1'] }, "not 'extId'"],
    ['an unknown name in a part', { none: [{ tag: 'vip', locaton: {} }] }, "not 'locaton'"],
    ['an unknown attribute in a part', { any: [{ profile: { town: 'Van' } }] }, 'town'],
    ['a score', { tag: 'vip', predict: { score: 'churn', topShare: 0.1 } }, "not 'predict'"],
  ])('A campaign to groups is rejected with %s, which would reach other users', async (_, target, words) => {
    for (const action of ['check', 'launch']) {
      const campaign = { message: MESSAGE, target };
      const body = action === 'check' ? campaign : { campaign, seen: { hash: 'a', planned: SHOPPERS.length } };
      const answer = await marketer.post(`/apps/shop/compose/${action}`, body);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(words);
    }
    expect(await sending.gateway.fresh.db.rows('SELECT 1 FROM delivery.dispatch')).toEqual([]);
  });

  it('A campaign counts as changed when a part of a group differs from the check', async () => {
    const seen = await check({ message: MESSAGE, target: VAN_OR_VIP });
    const { any, none } = VAN_OR_VIP;
    for (const target of [{ any }, { none, all: any }, { any, none: [{ profile: { plans: ['plus'] } }] }]) {
      expect((await launch({ message: MESSAGE, target }, seen)).text).toContain('changed_meanwhile');
    }
    expect((await launch({ message: MESSAGE, target: VAN_OR_VIP }, seen)).status).toBe(200);
  });

  describe('Approval of a campaign to groups', () => {
    beforeAll(async () => {
      const settings = { approval: { from: 3 } };
      await sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
      sending.gateway.app.get(AuthenticatorService).clearCache();
    });

    const read = async (key: number): Promise<Review> => {
      const answer = await approver.get(`/apps/shop/approvals/${key}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.json as Review;
    };

    it('The approver sees the groups as written with the changed fields, and the campaign reaches as many', async () => {
      const before = { message: { ...MESSAGE, languages: { tr: { text: 'Bahar' } } }, target: { tag: ['vip'] } };
      const first = keyOf(await launch(before, await check(before)));
      expect((await read(first)).draft).toEqual(before);
      const campaign = { ...before, target: VAN_OR_VIP };
      const told = await check(campaign);
      const key = keyOf(await launch(campaign, told, { revises: String(first) }));
      const review = await read(key);
      expect(review.draft).toEqual(campaign);
      expect(review.target).toEqual({
        type: 'and',
        of: [
          {
            type: 'or',
            of: [
              { type: 'profile', code: 'city', values: ['Van'] },
              { type: 'tag', mode: 'any', names: ['vip'] },
            ],
          },
          { type: 'not', of: [{ type: 'profile', code: 'plans', values: ['trial'] }] },
        ],
      });
      expect(review.differences.map(({ field }) => field)).toEqual(
        expect.arrayContaining(['target.type', 'target.of']),
      );
      const shown = await approver.post(`/apps/shop/approvals/${key}/check`);
      const { hash, planned } = checkOf(shown) as Check;
      expect({ hash, planned }).toEqual({ hash: review.hash, planned: told.planned });
      expect((await approver.post(`/apps/shop/approvals/${key}/approve`, { hash, planned })).status).toBe(200);
      await sending.drain();
      expect((await sending.dispatch(key)).planned).toBe(told.planned);
      const matches: GroupedQuestion['matches'] = ({ city, tags, plans }) =>
        (city === 'Van' || tags.includes('vip')) && !plans.includes('trial');
      expect(await listRecipients(key)).toEqual(reached(matches));
    });

    it('A sealed value in a group stays sealed in the stored draft and target', async () => {
      marketer = await signIn(sending.gateway, [{ role: 'admin', appId: sending.gateway.appId }]);
      const attributes = [{ code: 'iban', dataType: 'STRING', sealed: true, privateInfo: true }];
      await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
      const target = { none: [{ profile: { iban: ['TR330006100519786457841326'] } }] };
      const campaign = { message: MESSAGE, target };
      const key = keyOf(await launch(campaign, await check(campaign)));
      const { db } = sending.gateway.fresh;
      const rows = await db.rows('SELECT draft FROM notifications.approval_request WHERE approval_id = $1', [key]);
      const dispatches = await db.rows('SELECT target FROM delivery.dispatch WHERE notification_key = $1', [key]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify([rows, dispatches])).not.toContain('TR33000');
      // It can be asked for again as it stands there.
      const { draft } = await read(key);
      const again = { message: MESSAGE, target: draft?.target };
      expect((await launch(again, await check(again), { revises: String(key) })).status).toBe(200);
    });
  });
});
