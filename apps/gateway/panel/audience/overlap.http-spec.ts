import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { addShoppers } from '../../../../test/support/contract/shoppers.js';
import {
  groupedQuestions,
  PLACE,
  sampleShoppers,
  type GroupedQuestion,
  type Shopper,
} from '../../../../test/support/rooms/grouped-targets.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

const SHOPPERS = sampleShoppers(300, 11);
const QUESTIONS = sampleSize(3);
const OVERLAP = '/apps/shop/audience/overlap';

type Meaning = GroupedQuestion['matches'];
interface Overlap {
  users: number[];
  pairs: { first: number; second: number; users: number }[];
  combinations: { sets: number[]; users: number }[];
}

describe.each(['from the rows', 'by the index'])('Overlap of audiences, counted %s', (engine) => {
  let gateway: TestGateway;
  let analyst: PanelMember;
  beforeAll(async () => {
    const isIndexed = engine === 'by the index';
    gateway = await startGateway(undefined, { INDEX_LEAST_USERS: isIndexed ? '1' : '1000000' }, undefined, !isIndexed);
    await addShoppers(gateway, SHOPPERS);
    await gateway.app.get(IndexMaintenanceService).buildIndexes();
    await gateway.app.get(IndexMaintenanceService).followFeed();
    analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
  });
  afterAll(() => gateway.close());

  const fitting = (matches: Meaning): number => SHOPPERS.filter(matches).length;

  async function ask(targets: readonly object[]): Promise<Overlap> {
    const answer = await analyst.post(OVERLAP, { targets });
    expect(answer.status, answer.text).toBe(200);
    return answer.json as Overlap;
  }

  /** By plain code: each shopper once, under the sets that have the shopper. */
  function expected(sets: readonly Meaning[]): Overlap {
    const counts = new Map<string, { sets: number[]; users: number }>();
    for (const shopper of SHOPPERS) {
      const inside = [...sets.keys()].filter((place) => sets[place]?.(shopper));
      const combination = counts.get(inside.join()) ?? { sets: inside, users: 0 };
      combination.users += 1;
      counts.set(inside.join(), combination);
    }
    const bitsOf = (places: readonly number[]): number => places.reduce((sum, place) => sum + 2 ** place, 0);
    return {
      users: sets.map(fitting),
      pairs: sets.flatMap((matches, first) =>
        sets.slice(first + 1).map((other, index) => ({
          first,
          second: first + 1 + index,
          users: fitting((shopper) => matches(shopper) && other(shopper)),
        })),
      ),
      combinations: [...counts.values()]
        .filter(({ sets: inside }) => inside.length > 0)
        .toSorted((a, b) => b.users - a.users || bitsOf(a.sets) - bitsOf(b.sets)),
    };
  }

  const questions: [object, Meaning][] = [
    [{ tag: 'vip' }, ({ tags }) => tags.includes('vip')],
    [{ profile: { city: 'Van' } }, ({ city }) => city === 'Van'],
    [{ event: { name: 'Paid', within: '30d' } }, ({ paid }) => paid > 0],
    [{ none: [{ segment: 'members' }] }, ({ plans }) => !plans.includes('plus')],
    [{ location: { ...PLACE, radius: 5 } }, ({ platform, isNear }) => platform !== null && isNear],
    [{ profile: { visits: { $gte: 7 } } }, ({ visits }) => visits !== null && visits >= 7],
    [{ installation: { platform: 'IOS' } }, ({ platform }: Shopper) => platform === 'IOS'],
    [{ segment: 'members' }, ({ plans }) => plans.includes('plus')],
  ];

  it('The overlap of eight sets counts each pair, and each user once by the exact combination of sets', async () => {
    const overlap = await ask(questions.map(([target]) => target));
    expect(overlap).toMatchObject(expected(questions.map(([, matches]) => matches)));
    expect(overlap.combinations.length).toBeGreaterThan(30);
  });

  it('The overlap is correct for one set, for the same set twice, and for empty sets', async () => {
    const [vip] = questions[0] ?? [{}];
    const users = fitting(({ tags }) => tags.includes('vip'));
    expect(await ask([vip])).toMatchObject({ users: [users], pairs: [], combinations: [{ sets: [0], users }] });
    expect((await ask([vip, vip])).combinations).toEqual([{ sets: [0, 1], users }]);
    expect((await ask([{ tag: 'nobody' }, { tag: 'nobody' }])).combinations).toEqual([]);
  });

  it('The overlap of random sets matches a count by plain code', { timeout: 300_000 }, async () => {
    const several = fc.array(groupedQuestions(true, 7), { minLength: 2, maxLength: 8 });
    for (const questions of fc.sample(several, { seed: 31, numRuns: QUESTIONS })) {
      const overlap = await ask(questions.map(({ target }) => target));
      expect(overlap, JSON.stringify(questions)).toMatchObject(expected(questions.map(({ matches }) => matches)));
    }
  });

  it('The overlap rejects anything but a list of up to eight targets, and too many clauses', async () => {
    for (const targets of [[], Array.from({ length: 9 }, () => ({ tag: 'vip' })), [{}], 'vip']) {
      const answer = await analyst.post(OVERLAP, { targets });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('target')]);
    }
    const large = { any: Array.from({ length: 30 }, () => ({ tag: 'vip' })) };
    expect((await analyst.post(OVERLAP, { targets: [large, large] })).text).toContain('60 clauses');
  });

  it('The overlap counts no user of another application and needs the permission to count', async () => {
    const other = await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const stranger = await signIn(gateway, [{ role: 'analyst', appId: other.app.id }]);
    expect((await stranger.post(OVERLAP, { targets: [{ tag: 'vip' }] })).status).toBe(404);
    const own = await stranger.post('/apps/other/audience/overlap', { targets: [{ tag: 'vip' }, { tag: 'new' }] });
    expect(own.json).toMatchObject({ users: [0, 0], combinations: [] });
    const operator = await signIn(gateway, [{ role: 'operator', appId: gateway.appId }]);
    expect((await operator.post(OVERLAP, { targets: [{ tag: 'vip' }] })).status).toBe(403);
  });
});
