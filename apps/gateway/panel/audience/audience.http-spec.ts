import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

interface Clause {
  clause: string;
  alone: number;
  remaining: number | null;
  children: Clause[];
}
interface Preview {
  users: number;
  all: number;
  asOf: string;
  clauses: Clause[];
}
interface Shopper {
  extId: string;
  city: string | null;
  visits: number | null;
  plans: string[];
}

const CITIES = ['Ankara', 'İzmir', 'Van', 'Muş'];
const PLANS = ['plus', 'basic', 'trial'];
const shoppers: Shopper[] = fc
  .sample(
    fc.record({
      city: fc.constantFrom(null, ...CITIES),
      visits: fc.option(fc.integer({ min: 0, max: 20 })),
      plans: fc.subarray(PLANS),
    }),
    { seed: 7, numRuns: 400 },
  )
  .map((shopper, index) => ({ ...shopper, extId: `s${index}` }));

/** A condition as the interface has it, and what it means of a user. */
type Question = readonly [conditions: object, matches: (shopper: Shopper) => boolean];

const leaf: fc.Arbitrary<Question> = fc.oneof(
  fc
    .subarray(CITIES, { minLength: 1 })
    .map((values): Question => [{ city: values }, ({ city }) => city !== null && values.includes(city)]),
  fc.boolean().map((is): Question => [{ city: { $exists: is } }, ({ city }) => (city !== null) === is]),
  fc
    .integer({ min: 0, max: 20 })
    .map((least): Question => [{ visits: { $gte: least } }, ({ visits }) => visits !== null && visits >= least]),
  fc.constantFrom(...PLANS).map((plan): Question => [{ plans: plan }, ({ plans }) => plans.includes(plan)]),
);
const { question } = fc.letrec<{ question: Question }>((tie) => ({
  question: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .array(tie('question'), { minLength: 2, maxLength: 3 })
      .map((parts): Question => [
        { $and: parts.map(([conditions]) => conditions) },
        (shopper) => parts.every(([, matches]) => matches(shopper)),
      ]),
    fc
      .array(tie('question'), { minLength: 2, maxLength: 3 })
      .map((parts): Question => [
        { $or: parts.map(([conditions]) => conditions) },
        (shopper) => parts.some(([, matches]) => matches(shopper)),
      ]),
    tie('question').map(([conditions, matches]): Question => [{ $not: conditions }, (shopper) => !matches(shopper)]),
  ),
}));

describe.each(['from the rows', 'by the index'])('Audience in the panel, counted %s', (engine) => {
  let gateway: TestGateway;
  let analyst: PanelMember;
  const preview = (target: object) => analyst.post('/apps/shop/audience/preview', { target });
  const numbersOf = async (target: object): Promise<Preview> => {
    const answer = await preview(target);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as Preview;
  };

  beforeAll(async () => {
    const isIndexed = engine === 'by the index';
    // Indexes are built for every application, so there is none beside this one.
    const settings = { INDEX_LEAST_USERS: isIndexed ? '1' : '1000000', INDEX_MOST_LAG_MS: '60000' };
    gateway = await startGateway(undefined, settings, undefined, !isIndexed);
    const attributes = [
      { code: 'city', dataType: 'STRING' },
      { code: 'visits', dataType: 'INT' },
      { code: 'plans', dataType: 'STRING', array: true },
    ];
    const points = [{ code: 'points', dataType: 'INT' }];
    const events = [{ code: 'Paid', eventName: 'Bill paid', baseEventCode: 'OrderEvent', attributes: points }];
    const segments = [{ name: 'plus', target: { profile: { plans: 'plus' } } }];
    await gateway.app.get(ApplyService).apply({ app: 'shop', attributes, segments, events }, { dryRun: false });
    const body = shoppers.map(({ extId, city, visits, plans }) => ({
      extId,
      profile: { ...(city !== null && { city }), ...(visits !== null && { visits }), plans },
    }));
    expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
    await gateway.app.get(IndexMaintenanceService).buildIndexes();
    await gateway.app.get(IndexMaintenanceService).followFeed();
    analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
  });
  afterAll(() => gateway.close());

  /** No scheduler follows the feed here, and an index that is behind does not answer. */
  beforeEach(() => gateway.app.get(IndexMaintenanceService).followFeed());

  it('The preview counts exactly the users that match a random target', { timeout: 300_000 }, async () => {
    for (const [conditions, matches] of fc.sample(question, { seed: 11, numRuns: sampleSize(13) })) {
      const { users, all } = await numbersOf({ profile: conditions });
      expect(users, JSON.stringify(conditions)).toBe(shoppers.filter(matches).length);
      expect(all).toBe(shoppers.length);
    }
  });

  it('The preview gives for each clause its own number of users and the number left after it', async () => {
    const inCities = ({ city }: Shopper) => city === 'Van' || city === 'Muş';
    const often = ({ visits }: Shopper) => visits !== null && visits >= 10;
    const { users, clauses } = await numbersOf({ profile: { city: ['Van', 'Muş'], visits: { $gte: 10 } } });
    const both = shoppers.filter((shopper) => inCities(shopper) && often(shopper)).length;
    expect(users).toBe(both);
    expect(clauses).toMatchObject([
      { clause: 'profile', alone: shoppers.filter(inCities).length, remaining: shoppers.filter(inCities).length },
      { clause: 'range', alone: shoppers.filter(often).length, remaining: both },
    ]);
    const { clauses: groups } = await numbersOf({ profile: { $or: [{ city: 'Van' }, { plans: 'plus' }] } });
    expect(groups).toMatchObject([{ clause: 'or', remaining: expect.any(Number) as number }]);
    expect(groups[0]?.children).toMatchObject([{ remaining: null }, { remaining: null }]);
  });

  it('A quick preview leaves out only the clauses that take long', async () => {
    const target = { profile: { city: 'Van' }, tag: 'nobody', location: { latitude: 41, longitude: 29, radius: 5 } };
    const inVan = shoppers.filter(({ city }) => city === 'Van').length;
    const { json } = await analyst.post('/apps/shop/audience/preview', { target, quick: true });
    const isIndexed = engine === 'by the index';
    expect(json).toMatchObject({
      users: isIndexed ? 0 : null,
      asOf: isIndexed ? (expect.any(String) as string) : null,
      all: shoppers.length,
      clauses: [
        { clause: 'tag', alone: 0, remaining: 0 },
        { clause: 'profile', alone: inVan, remaining: 0 },
        { clause: 'location', alone: isIndexed ? 0 : null, remaining: isIndexed ? 0 : null },
      ],
    });
    const seen = await analyst.post('/apps/shop/audience/preview', {
      target: { profile: { city: 'Van' }, lastSeen: { within: '7d' } },
      quick: true,
    });
    expect(seen.json).toMatchObject({ users: null, clauses: [{ alone: inVan }, { alone: null }] });
    const quick = await analyst.post('/apps/shop/audience/preview', {
      target: { profile: { city: 'Van' } },
      quick: true,
    });
    expect(quick.json).toMatchObject({ users: inVan, asOf: expect.any(String) as string });
    expect(await numbersOf(target)).toMatchObject({ users: 0, clauses: [{}, {}, { alone: 0, remaining: 0 }] });
  });

  it('The preview counts a user that was registered a moment before', async () => {
    const target = { profile: { city: 'Rize' } };
    expect((await numbersOf(target)).users).toBe(0);
    const before = new Date();
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'later', profile: { city: 'Rize' } }] });
    await gateway.app.get(IndexMaintenanceService).followFeed();
    // A gateway reads the state of an index twice a second.
    await expect.poll(async () => (await numbersOf(target)).users, { timeout: 60_000 }).toBe(1);
    expect(new Date((await numbersOf(target)).asOf).getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000);
    await gateway.call('/rest/3.0/deleteUsers', { body: [{ extId: 'later' }] });
  });

  it('The audience vocabulary lists the attributes, events and segments of the application', async () => {
    const answer = await analyst.get('/apps/shop/audience/words');
    const { attributes, events, segments } = answer.json as {
      attributes: { code: string }[];
      events: { code: string; name: string; label: string | null; attributes: { code: string; dataType: string }[] }[];
      segments: string[];
    };
    const paid = events.find(({ code }) => code === 'Paid');
    expect(paid).toEqual({
      code: 'Paid',
      name: 'Bill paid',
      label: null,
      attributes: expect.arrayContaining([
        { code: 'orderId', label: 'Order Id', dataType: 'STRING' },
        { code: 'points', label: null, dataType: 'INT' },
      ]) as unknown,
    });
    expect(events.map(({ code }) => code)).toContain('ProductPurchaseEvent');
    expect(attributes.map(({ code }) => code)).toEqual(expect.arrayContaining(['city', 'visits', 'plans', 'email']));
    expect(segments).toEqual(['plus']);
  });

  it.each([
    ['nothing', {}, 'target'],
    ['an attribute that nobody has defined', { profile: { town: 'Van' } }, 'town'],
    ['a segment that there is none of', { segment: ['gold'] }, 'gold'],
    ['more clauses than are counted', { profile: { $or: Array.from({ length: 61 }, () => ({ city: 'Van' })) } }, '60'],
  ])('The preview rejects %s', async (_, target, words) => {
    const answer = await preview(target);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });
});
