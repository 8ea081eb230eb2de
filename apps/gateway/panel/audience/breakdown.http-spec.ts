import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { addShoppers } from '../../../../test/support/contract/shoppers.js';
import { groupedQuestions, sampleShoppers, type Shopper } from '../../../../test/support/rooms/grouped-targets.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

const SHOPPERS = sampleShoppers(300, 11);
const BREAKDOWN = '/apps/shop/audience/breakdown';
const TARGETS = sampleSize(10);
const ALL = { sendToAll: true };

interface Breakdown {
  kind: string;
  users: number;
  having: number;
  items: { value: string | null; from: number | null; to: number | null; users: number }[];
  more: number;
}

/** The values of each shopper, by what an audience is broken down by. */
const SOURCES: [by: string, code: string, valuesOf: (shopper: Shopper) => string[]][] = [
  ['attribute', 'city', ({ city }) => (city === null ? [] : [city])],
  ['attribute', 'plans', ({ plans }) => plans],
  ['device', 'platform', ({ platform }) => (platform === null ? [] : [platform])],
];

describe.each(['from the rows', 'by the index'])('Breakdown of an audience, answered %s', (engine) => {
  let gateway: TestGateway;
  let analyst: PanelMember;

  beforeAll(async () => {
    const isIndexed = engine === 'by the index';
    gateway = await startGateway(undefined, { INDEX_LEAST_USERS: isIndexed ? '1' : '1000000' }, undefined, !isIndexed);
    const { app, appId, call } = gateway;
    await addShoppers(gateway, SHOPPERS);
    const attributes = [
      { code: 'salary', dataType: 'INT', privateInfo: true },
      { code: 'card', dataType: 'STRING', sealed: true },
      { code: 'balance', dataType: 'DOUBLE', sealed: true },
      { code: 'number', dataType: 'STRING' },
      { code: 'joined', dataType: 'TIME_STAMP' },
      { code: 'married', dataType: 'DATE' },
    ];
    await app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
    const profiles = SHOPPERS.map(({ extId, visits }, index) => ({
      extId,
      profile: {
        salary: -1000 * (visits ?? 0),
        number: `customer ${index}`,
        joined: Date.UTC(2029, index % 4, 15),
        // The first of a month in Istanbul, which is the evening before in UTC.
        married: Date.UTC(2029, index % 4) - 10_800_000,
      },
    }));
    expect((await call('/rest/3.0/setProfileAttributes', { body: profiles })).status).toBe(200);
    await app.get(IndexMaintenanceService).buildIndexes();
    await app.get(IndexMaintenanceService).followFeed();
    analyst = await signIn(gateway, [{ role: 'analyst', appId }]);
  });
  afterAll(() => gateway.close());

  const breakDown = async (target: object, by: string, code: string, member = analyst): Promise<Breakdown> => {
    const answer = await member.post(BREAKDOWN, { target, by, code });
    expect(answer.status, answer.text).toBe(200);
    return answer.json as Breakdown;
  };

  it(
    'The breakdown lists the values of random audiences, each with its number of users',
    { timeout: 300_000 },
    async () => {
      const questions = fc.sample(groupedQuestions(true, 14), { seed: 30, numRuns: TARGETS });
      for (const [index, { target, matches }] of [{ target: ALL, matches: () => true }, ...questions].entries()) {
        const [by, code, valuesOf] = SOURCES[index % SOURCES.length] as (typeof SOURCES)[number];
        const audience = SHOPPERS.filter(matches);
        const breakdown = await breakDown(target, by, code);
        const expected = new Map<string, number>();
        audience.flatMap(valuesOf).forEach((value) => expected.set(value, (expected.get(value) ?? 0) + 1));
        expect(new Map(breakdown.items.map(({ value, users }) => [value, users])), JSON.stringify(target)).toEqual(
          expected,
        );
        expect(breakdown).toMatchObject({
          kind: 'values',
          users: audience.length,
          having: audience.filter((shopper) => valuesOf(shopper).length > 0).length,
          more: 0,
        });
        const sizes = breakdown.items.map(({ users }) => users);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }
    },
  );

  it('The breakdown groups numbers into ranges of the audience, without gaps', { timeout: 300_000 }, async () => {
    for (const { target, matches } of fc.sample(groupedQuestions(true, 14), { seed: 31, numRuns: TARGETS })) {
      const breakdown = await breakDown(target, 'attribute', 'visits');
      const visits = SHOPPERS.filter(matches).flatMap((shopper) => shopper.visits ?? []);
      const inside = (from: number | null, to: number | null): number =>
        visits.filter((n) => n >= Number(from) && n < Number(to)).length;
      expect(breakdown.items.map(({ users }) => users)).toEqual(
        breakdown.items.map(({ from, to }) => inside(from, to)),
      );
      expect(breakdown).toMatchObject({ kind: 'numbers', having: visits.length });
      expect(
        breakdown.items.reduce((sum, { users }) => sum + users, 0),
        JSON.stringify(target),
      ).toBe(visits.length);
      // Nothing is shown below or above what the audience has.
      expect([breakdown.items[0]?.users ?? 1, breakdown.items.at(-1)?.users ?? 1].every((users) => users > 0)).toBe(
        true,
      );
    }
  });

  it('The breakdown groups dates by the day that they mean', async () => {
    const breakdown = await breakDown(ALL, 'attribute', 'married');
    expect(breakdown.items.map(({ from, users }) => [from, users])).toEqual(
      [0, 1, 2, 3].map((month) => [Date.UTC(2029, month), SHOPPERS.length / 4]),
    );
  });

  it('The breakdown groups times into ranges of the calendar', async () => {
    const breakdown = await breakDown(ALL, 'attribute', 'joined');
    expect(breakdown.kind).toBe('dates');
    expect(breakdown.items).toEqual(
      [0, 1, 2, 3].map((month) => ({
        value: null,
        from: Date.UTC(2029, month),
        to: Date.UTC(2029, month + 1),
        users: SHOPPERS.length / 4,
      })),
    );
    expect(await breakDown({ tag: 'nobody' }, 'attribute', 'joined')).toMatchObject({ users: 0, having: 0, items: [] });
  });

  it('The breakdown shows private values only to members who may see them', async () => {
    const refused = await analyst.post(BREAKDOWN, { target: ALL, by: 'attribute', code: 'salary' });
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ problems: [{ path: 'users.private' }] });
    const { appId } = gateway;
    const both = [
      { role: 'analyst', appId },
      { role: 'support', appId },
    ] as const;
    const breakdown = await breakDown(ALL, 'attribute', 'salary', await signIn(gateway, both));
    expect(breakdown.items.at(0)?.from).toBe(-20_000);
    expect(breakdown.having).toBe(SHOPPERS.length);
  });

  it.each([
    ['values of one user each', 'attribute', 'number', 'one user each'],
    ['sealed texts', 'attribute', 'card', 'sealed'],
    ['sealed numbers', 'attribute', 'balance', 'sealed'],
    ['addresses', 'attribute', 'email', 'users.private'],
    ['an attribute that there is none of', 'attribute', 'nothing', 'not defined'],
    ['an attribute of devices that there is none of', 'device', 'token', 'token'],
    ['something else', 'event', 'Paid', 'by'],
  ])('The breakdown rejects %s', async (_, by, code, words) => {
    const answer = await analyst.post(BREAKDOWN, { target: ALL, by, code });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toContain(words);
  });
});
