import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { addShoppers } from '../../../../test/support/contract/shoppers.js';
import {
  groupedQuestions,
  MEMBERS,
  PLACE,
  sampleShoppers,
  type Shopper,
} from '../../../../test/support/rooms/grouped-targets.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

const SHOPPERS = sampleShoppers(300, 5);
const MAX_SIZE = 14;
const TARGETS = sampleSize(13);

interface Preview {
  users: number;
  clauses: { clause: string; alone: number; remaining: number | null; children: { alone: number }[] }[];
}

describe.each(['from the rows', 'by the index'])('Groups of clauses, counted %s', (engine) => {
  let gateway: TestGateway;
  let analyst: PanelMember;
  const preview = (target: object) => analyst.post('/apps/shop/audience/preview', { target });
  const numbersOf = async (target: object): Promise<Preview> => {
    const answer = await preview(target);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as Preview;
  };
  const fitting = (matches: (shopper: Shopper) => boolean): number => SHOPPERS.filter(matches).length;

  beforeAll(async () => {
    const isIndexed = engine === 'by the index';
    // Indexes are built for every application, so there is none beside this one.
    gateway = await startGateway(undefined, { INDEX_LEAST_USERS: isIndexed ? '1' : '1000000' }, undefined, !isIndexed);
    await addShoppers(gateway, SHOPPERS);
    await gateway.app.get(IndexMaintenanceService).buildIndexes();
    await gateway.app.get(IndexMaintenanceService).followFeed();
    analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
  });
  afterAll(() => gateway.close());

  it('A group of clauses counts exactly the users that match a random target', { timeout: 300_000 }, async () => {
    const counts = new Set<number>();
    for (const { target, matches } of fc.sample(groupedQuestions(true, MAX_SIZE), { seed: 20, numRuns: TARGETS })) {
      const { users } = await numbersOf(target);
      expect(users, JSON.stringify(target)).toBe(fitting(matches));
      counts.add(users);
    }
    expect(counts.size).toBeGreaterThan(TARGETS / 7);
  });

  it('A group gives for each part its own number of users and the number left after it', async () => {
    const inVan = ({ city }: Shopper) => city === 'Van';
    const isVip = ({ tags }: Shopper) => tags.includes('vip');
    const hasPaid = ({ paid }: Shopper) => paid >= 2;
    const isNear = ({ platform, isNear: near }: Shopper) => platform !== null && near;
    const [van, vip] = [{ profile: { city: 'Van' } }, { tag: 'vip' }];
    const paid = { event: { name: 'Paid', atLeast: 2, within: '7d' } };
    const place = { location: { ...PLACE, radius: 5 } };
    const { users, clauses } = await numbersOf({ all: [paid, { any: [van, vip] }], none: [place] });
    const both = (shopper: Shopper) => hasPaid(shopper) && (inVan(shopper) || isVip(shopper));
    const rest = fitting((shopper) => both(shopper) && !isNear(shopper));
    expect(users).toBe(rest);
    expect(clauses).toMatchObject([
      { clause: 'event', alone: fitting(hasPaid), remaining: fitting(hasPaid), children: [] },
      {
        clause: 'or',
        alone: fitting((shopper) => inVan(shopper) || isVip(shopper)),
        remaining: fitting(both),
        children: [
          { clause: 'profile', alone: fitting(inVan), remaining: null },
          { clause: 'tag', alone: fitting(isVip), remaining: null },
        ],
      },
      {
        clause: 'not',
        alone: fitting((shopper) => !isNear(shopper)),
        remaining: rest,
        children: [{ clause: 'location', alone: fitting(isNear), remaining: null }],
      },
    ]);
  });

  it(
    'A segment of a group has exactly the matching users, and explain agrees for a single user',
    { timeout: 120_000 },
    async () => {
      const questions = fc.sample(groupedQuestions(false, MAX_SIZE), { seed: 21, numRuns: 12 });
      const segments = questions.map(({ target }, index) => ({ name: `g${index}`, target }));
      await gateway.app.get(ApplyService).apply({ app: 'shop', segments: [MEMBERS, ...segments] }, { dryRun: false });
      for (const [index, { target, matches }] of questions.entries()) {
        const { users } = await numbersOf({ segment: `g${index}` });
        expect(users, JSON.stringify(target)).toBe(fitting(matches));
        const shopper = SHOPPERS[index * 7];
        const { json } = await gateway.call('/rest/3.0/targeting/explain', { body: { extId: shopper?.extId, target } });
        expect((json as { target: { matches: boolean } }).target.matches, JSON.stringify(target)).toBe(
          shopper && matches(shopper),
        );
      }
    },
  );

  const group = (depth: number): object => (depth === 0 ? { tag: 'vip' } : { any: [group(depth - 1)] });
  it.each([
    ['an empty group', { any: [] }, 'should not be empty'],
    ['what is no list', { all: { tag: 'vip' } }, 'should be a list of targets'],
    ['a part without a clause', { any: [{ tag: 'vip' }, {}] }, 'is empty'],
    ['a name in a part that there is none of', { none: [{ tag: 'vip', locaton: PLACE }] }, "not 'locaton'"],
    ['a score in a part', { any: [{ predict: { score: 'churn', topShare: 0.1 } }] }, "not 'predict'"],
    ['four groups inside each other', group(4), 'deeper than 3 levels'],
    ['too many parts', { any: Array.from({ length: 61 }, () => ({ tag: 'vip' })) }, 'more than 60 parts'],
    [
      'too many parts in the groups of a group',
      { all: Array.from({ length: 8 }, () => ({ any: Array.from({ length: 8 }, () => ({ tag: 'vip' })) })) },
      'more than 60 parts',
    ],
    [
      'too many conditions',
      {
        any: Array.from({ length: 3 }, () => ({
          profile: { $or: Array.from({ length: 200 }, () => ({ city: 'x' })) },
        })),
      },
      'more than 500 conditions',
    ],
    [
      'too many events',
      { any: Array.from({ length: 3 }, () => ({ event: Array.from({ length: 15 }, () => ({ name: 'Paid' })) })) },
      'more than 40 events',
    ],
  ])('A group of clauses is rejected with %s', async (_, target, words) => {
    const answer = await preview(target);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });

  it.each([
    ['sendBulkNotification', 'is for segments: define one and name it in target.segment'],
    ['targeting/count', 'takes profile alone'],
  ])('Groups of clauses are rejected by %s, which would ignore them', async (operation, words) => {
    const target = { profile: { city: 'Van' }, none: [{ tag: 'vip' }] };
    const message = { title: 'a', text: 'b', platforms: ['IOS'] };
    const body = operation === 'targeting/count' ? { target } : { message, target };
    const answer = await gateway.call(`/rest/3.0/${operation}`, { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });
});
