import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { addShoppers } from '../../../../test/support/contract/shoppers.js';
import { sampleShoppers, type Shopper } from '../../../../test/support/rooms/grouped-targets.js';

const SHOPPERS = sampleShoppers(200, 11);
const AUDIENCE = '/apps/shop/audience';
/** Gives every third, fourth … shopper a state of its own. */
const isNth = (n: number) => (shopper: Shopper) => Number(shopper.extId.slice(1)) % n === 0;
const [refusesPush, refusesOffers, hasEmail, refusesEmail] = [isNth(3), isNth(4), isNth(5), isNth(10)];

describe.each(['from the rows', 'by the index'])('Reach of a message in an audience, counted %s', (engine) => {
  let gateway: TestGateway;
  let analyst: PanelMember;
  const fitting = (...conditions: ((shopper: Shopper) => boolean)[]): Shopper[] =>
    SHOPPERS.filter((shopper) => conditions.every((holds) => holds(shopper)));
  const count = (...conditions: ((shopper: Shopper) => boolean)[]): number => fitting(...conditions).length;

  beforeAll(async () => {
    const isIndexed = engine === 'by the index';
    gateway = await startGateway(undefined, { INDEX_LEAST_USERS: isIndexed ? '1' : '1000000' }, undefined, !isIndexed);
    const { app, appId, call } = gateway;
    await addShoppers(gateway, SHOPPERS);
    await app
      .get(ApplyService)
      .apply({ app: 'shop', categories: [{ name: 'Offers' }, { name: 'News' }] }, { dryRun: false });
    const extIdsOf = (shoppers: readonly Shopper[]): string[] => shoppers.map(({ extId }) => extId);
    const bodies: [path: string, body: unknown][] = [
      ['registerUsers', extIdsOf(fitting(hasEmail)).map((extId) => ({ extId, email: `${extId}@example.com` }))],
      ['disableMail', { extIds: extIdsOf(fitting(refusesEmail)) }],
      [
        'setCategoryPreferences',
        extIdsOf(fitting(refusesOffers)).map((extId) => ({ extId, category: 'Offers', enable: false })),
      ],
      ...fitting(refusesPush, ({ platform }) => platform !== null).map(({ extId }): [string, unknown] => [
        'disablePush',
        { extId },
      ]),
    ];
    for (const [path, body] of bodies) {
      const answer = await call(`/rest/3.0/${path}`, { body });
      expect(answer.status, answer.text).toBe(200);
    }
    await app.get(IndexMaintenanceService).buildIndexes();
    await app.get(IndexMaintenanceService).followFeed();
    analyst = await signIn(gateway, [{ role: 'analyst', appId }]);
  });
  afterAll(() => gateway.close());

  it('The reach counts users with a device or address, those who permit messages, and those who want the category', async () => {
    const isVip = ({ tags }: Shopper): boolean => tags.includes('vip');
    const steps = (has: (shopper: Shopper) => boolean, refuses: (shopper: Shopper) => boolean) => {
      const takes = (shopper: Shopper): boolean => has(shopper) && !refuses(shopper);
      return {
        has: count(isVip, has),
        permitted: count(isVip, takes),
        wanted: count(isVip, takes, (shopper) => !refusesOffers(shopper)),
      };
    };
    const question = { target: { tag: 'vip' }, platforms: ['IOS', 'ANDROID', 'EMAIL', 'SMS'], categories: ['Offers'] };
    const answer = await analyst.post(`${AUDIENCE}/reach`, question);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({
      users: count(isVip),
      platforms: [
        { platform: 'IOS', ...steps(({ platform }) => platform === 'IOS', refusesPush) },
        { platform: 'ANDROID', ...steps(({ platform }) => platform === 'ANDROID', refusesPush) },
        { platform: 'EMAIL', ...steps(hasEmail, refusesEmail) },
        { platform: 'SMS', has: 0, permitted: 0, wanted: 0 },
      ],
      asOf: expect.any(String) as string,
    });
    const ios = steps(({ platform }) => platform === 'IOS', refusesPush);
    expect(ios.has).toBeGreaterThan(ios.permitted);
    expect(ios.permitted).toBeGreaterThan(ios.wanted);
  });

  const takesPushOn =
    (name: string) =>
    (shopper: Shopper): boolean =>
      shopper.platform === name && !refusesPush(shopper);
  const takesMail = (shopper: Shopper): boolean => hasEmail(shopper) && !refusesEmail(shopper);
  it.each<[reachable: unknown, isReached: (shopper: Shopper) => boolean]>([
    ['IOS', takesPushOn('IOS')],
    ['EMAIL', takesMail],
    [['IOS', 'EMAIL', 'SMS'], (shopper) => takesPushOn('IOS')(shopper) || takesMail(shopper)],
    [{ $and: ['ANDROID', 'EMAIL'] }, (shopper) => takesPushOn('ANDROID')(shopper) && takesMail(shopper)],
    [{ $not: ['IOS', 'EMAIL'] }, (shopper) => !takesPushOn('IOS')(shopper) && !takesMail(shopper)],
  ])('The reachable clause of a target counts the same users: %j', async (reachable, isReached) => {
    const answer = await analyst.post(`${AUDIENCE}/preview`, { target: { reachable } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ users: count(isReached), clauses: [{ clause: 'reachable' }] });
    expect(count(isReached)).toBeGreaterThan(0);
    expect(count(isReached)).toBeLessThan(SHOPPERS.length);
  });

  it('The reach excludes no user for a category when the message has none', async () => {
    const question = { target: { sendToAll: true }, platforms: ['IOS'] };
    const { platforms } = (await analyst.post(`${AUDIENCE}/reach`, question)).json as {
      platforms: { permitted: number; wanted: number }[];
    };
    expect(platforms[0]?.permitted).toBeGreaterThan(0);
    expect(platforms[0]?.wanted).toBe(platforms[0]?.permitted);
  });

  it('The attribute search gives the share of the audience that has a value for each attribute', async () => {
    const hasCity = ({ city }: Shopper): boolean => city !== null;
    const isNew = ({ tags }: Shopper): boolean => tags.includes('new');
    const answer = await analyst.post(`${AUDIENCE}/attributes`, { target: { tag: 'new' }, begins: 'CI' });
    expect(answer.json).toEqual({
      users: count(isNew),
      items: [{ code: 'city', label: expect.toBeOneOf([null, 'City']) as unknown, users: count(isNew, hasCity) }],
      asOf: expect.any(String) as string,
    });
    expect(count(isNew, hasCity)).toBeLessThan(count(isNew));
    const all = await analyst.post(`${AUDIENCE}/attributes`, { target: { tag: 'new' } });
    expect((all.json as { items: unknown[] }).items).toHaveLength(8);
  });

  it.each([
    ['a platform that there is none of', { platforms: ['NOKIA'] }, 'platforms'],
    ['no platform', { platforms: [] }, 'platforms'],
    ['a category that there is none of', { platforms: ['IOS'], categories: ['Sport'] }, 'Sport'],
  ])('The reach rejects %s', async (_, fields, words) => {
    const answer = await analyst.post(`${AUDIENCE}/reach`, { target: { tag: 'vip' }, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });
});
