import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { addShoppers } from '../../../../test/support/contract/shoppers.js';
import { PLACE, sampleShoppers, type Shopper } from '../../../../test/support/rooms/grouped-targets.js';

const SHOPPERS = sampleShoppers(200, 9);
const AUDIENCE = '/apps/shop/audience';

interface Values {
  items: { value: string; users: number }[];
  more: boolean;
}
interface Sample {
  items: { uid: string; extId: string | null }[];
}

describe.each(['from the rows', 'by the index'])('Values and samples of an audience, answered %s', (engine) => {
  let gateway: TestGateway;
  let analyst: PanelMember;
  let support: PanelMember;
  let marketer: PanelMember;
  const fitting = (matches: (shopper: Shopper) => boolean): Shopper[] => SHOPPERS.filter(matches);

  beforeAll(async () => {
    const isIndexed = engine === 'by the index';
    gateway = await startGateway(undefined, { INDEX_LEAST_USERS: isIndexed ? '1' : '1000000' }, undefined, !isIndexed);
    const { app, appId, call } = gateway;
    await addShoppers(gateway, SHOPPERS);
    const attributes = [
      { code: 'salary', dataType: 'INT', privateInfo: true },
      { code: 'card', dataType: 'STRING', sealed: true, privateInfo: true },
      { code: 'number', dataType: 'STRING' },
    ];
    const events = [{ code: 'Paid', attributes: [{ code: 'iban', dataType: 'STRING', privateInfo: true }] }];
    await app.get(ApplyService).apply({ app: 'shop', attributes, events }, { dryRun: false });
    const profiles = SHOPPERS.map(({ extId, visits }, index) => ({
      extId,
      profile: { salary: (visits ?? 0) > 10 ? 9000 : 1000, number: `customer ${index}` },
    }));
    expect((await call('/rest/3.0/setProfileAttributes', { body: profiles })).status).toBe(200);
    const many = Array.from({ length: 22 }, (_, index) => `Area ${String(index).padStart(2, '0')}`);
    for (const tag of many) {
      await call('/rest/3.0/tagUsers', { body: { tag, extIds: ['s0'] } });
    }
    await app.get(IndexMaintenanceService).buildIndexes();
    await app.get(IndexMaintenanceService).followFeed();
    analyst = await signIn(gateway, [{ role: 'analyst', appId }]);
    support = await signIn(gateway, [{ role: 'support', appId }]);
    marketer = await signIn(gateway, [{ role: 'marketer', appId }]);
  });
  afterAll(() => gateway.close());

  const valuesOf = async (search: string, member = analyst): Promise<Values> => {
    const answer = await member.get(`${AUDIENCE}/values?${search}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as Values;
  };
  const having = (city: string): number => fitting((shopper) => shopper.city === city).length;

  it('The value search lists the values with a prefix, each with its number of users', async () => {
    expect(await valuesOf('by=attribute&code=city&begins=i')).toEqual({
      items: [{ value: 'İzmir', users: having('İzmir') }],
      more: false,
    });
    const all = await valuesOf('by=attribute&code=city');
    expect(new Map(all.items.map(({ value, users }) => [value, users]))).toEqual(
      new Map(['Ankara', 'İzmir', 'Van', 'Muş'].map((city) => [city, having(city)])),
    );
    expect(all.items.map(({ users }) => users)).toEqual(all.items.map(({ users }) => users).toSorted((a, b) => b - a));
    const plus = fitting(({ plans }) => plans.includes('plus')).length;
    expect(await valuesOf('by=attribute&code=plans&begins=PL')).toEqual({
      items: [{ value: 'plus', users: plus }],
      more: false,
    });
    expect(await valuesOf('by=device&code=platform&begins=ios')).toEqual({
      items: [{ value: 'IOS', users: fitting(({ platform }) => platform === 'IOS').length }],
      more: false,
    });
  });

  it('The value search lists tags by name and shows whether there are more', async () => {
    const vip = fitting(({ tags }) => tags.includes('vip')).length;
    expect(await valuesOf('by=tag&begins=V')).toEqual({ items: [{ value: 'vip', users: vip }], more: false });
    expect(await valuesOf('by=tag&begins=%25')).toEqual({ items: [], more: false });
    const many = await valuesOf('by=tag&begins=area');
    expect(many.more).toBe(true);
    expect(many.items).toHaveLength(20);
    expect(many.items[19]).toEqual({ value: 'Area 19', users: 1 });
  });

  it('The value search shows private values only to members who may see them', async () => {
    const refused = await analyst.get(`${AUDIENCE}/values?by=attribute&code=salary`);
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ problems: [{ path: 'users.private' }] });
    const { appId } = gateway;
    const both = [
      { role: 'analyst', appId },
      { role: 'support', appId },
    ] as const;
    const rich = fitting(({ visits }) => (visits ?? 0) > 10).length;
    const member = await signIn(gateway, both);
    const told = await valuesOf('by=attribute&code=salary&begins=9', member);
    expect(told.items).toEqual([{ value: '9000', users: rich }]);
    const address = await member.get(`${AUDIENCE}/values?by=attribute&code=email`);
    expect([address.status, address.text]).toEqual([400, expect.stringContaining('an address')]);
  });

  it.each([
    ['values of one user each', 'by=attribute&code=number', 'one user each'],
    ['sealed values', 'by=attribute&code=card', 'users.private'],
    ['addresses', 'by=attribute&code=email', 'users.private'],
    ['an attribute that there is none of', 'by=attribute&code=nothing', 'not defined'],
    ['an attribute of devices that there is none of', 'by=device&code=token', 'token'],
    ['something else', 'by=event&code=Paid', 'by'],
  ])('The value search rejects %s', async (_, search, words) => {
    const answer = await analyst.get(`${AUDIENCE}/values?${search}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toContain(words);
  });

  const draw = async (target: object, member = marketer): Promise<Sample> => {
    const answer = await member.post(`${AUDIENCE}/sample`, { target });
    expect(answer.status, answer.text).toBe(200);
    return answer.json as Sample;
  };

  it('The sample draws 25 users of an audience, all of a small one, and over time every user', async () => {
    const near = { location: { ...PLACE, radius: 5 } };
    const target = { any: [{ tag: 'vip' }, near], none: [{ segment: 'members' }] };
    const matches = ({ tags, platform, isNear, plans }: Shopper): boolean =>
      (tags.includes('vip') || (platform !== null && isNear)) && !plans.includes('plus');
    const audience = new Set(fitting(matches).map(({ extId }) => extId));
    expect(audience.size).toBeGreaterThan(30);
    const drawn = new Set<string | null>();
    for (let round = 0; round < 40; round++) {
      const { items } = await draw(target, support);
      expect(items).toHaveLength(25);
      expect(new Set(items.map(({ uid }) => uid)).size).toBe(25);
      items.forEach(({ extId }) => drawn.add(extId));
    }
    expect(drawn).toEqual(audience);
    const { items } = await draw({ tag: 'Area 01' }, support);
    expect(items).toEqual([{ uid: expect.stringMatching(/^\d+$/) as string, extId: 's0' }]);
    expect((await draw({ tag: 'nobody' })).items).toEqual([]);
  });

  it('The sample rejects targets on private data for members who may not see it', async () => {
    const rich = { any: [{ profile: { salary: { $gte: 5000 } } }, { tag: 'nobody' }] };
    const refused = await marketer.post(`${AUDIENCE}/sample`, { target: rich });
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ problems: [{ path: 'users.private' }] });
    const address = { none: [{ profile: { email: { $exists: true } } }] };
    expect((await marketer.post(`${AUDIENCE}/sample`, { target: address })).status).toBe(403);
    const reached = { any: [{ reachable: 'EMAIL' }, { tag: 'nobody' }] };
    expect((await marketer.post(`${AUDIENCE}/sample`, { target: reached })).status).toBe(403);
    const place = { location: { ...PLACE, radius: 5 } };
    expect((await marketer.post(`${AUDIENCE}/sample`, { target: place })).status).toBe(403);
    const paidBy = { event: { name: 'Paid', where: { iban: { exists: true } } } };
    expect((await marketer.post(`${AUDIENCE}/sample`, { target: paidBy })).status).toBe(403);
    expect((await marketer.post(`${AUDIENCE}/sample`, { target: { event: { name: 'Paid' } } })).status).toBe(200);
    expect((await marketer.post(`${AUDIENCE}/sample`, { target: { reachable: 'IOS' } })).status).toBe(200);
    expect((await draw(rich, support)).items).toHaveLength(25);
    expect((await analyst.post(`${AUDIENCE}/sample`, { target: { tag: 'vip' } })).status).toBe(403);
  });
});
