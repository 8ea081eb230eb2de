import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErasureService } from '#libs/identity';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { SearchBuilderService } from '#libs/users/search';
import { Database } from '#platform/db';
import { FeedSubscriberRegistryService, FeedSubscriptionService } from '#platform/outbox';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';

interface Found {
  items: { uid: string; extId: string; names: string | null; by: string[]; createdAt: string | null }[];
  hasMore: boolean;
}

const DEFINITIONS = [
  { code: 'firstName', dataType: 'STRING' },
  { code: 'lastName', dataType: 'STRING' },
  { code: 'customerNumber', dataType: 'INT', search: true },
  { code: 'memberCard', dataType: 'STRING', search: true, privateInfo: true },
  { code: 'note', dataType: 'STRING' },
  { code: 'passport', dataType: 'STRING', privateInfo: true, sealed: true },
];
let gateway: TestGateway;
let support: PanelMember;
let marketer: PanelMember;

const register = async (users: readonly { extId: string; profile: object; tags?: string[] }[]): Promise<void> => {
  const body = users.map((user) => ({ ...user, platform: 'ANDROID', deviceToken: `phone-of-${user.extId}` }));
  expect(await gateway.call('/rest/3.0/registerUsers', { body })).toMatchObject({ status: 200, text: '' });
};
const ask = async (text: string, member = support): Promise<Found> =>
  (await member.post('/apps/shop/users/search', { text })).json as Found;
const find = async (text: string, member = support): Promise<string[]> =>
  (await ask(text, member)).items.map(({ extId }) => extId).toSorted();
/** Does what schedulers do all the time. */
const follow = async (): Promise<void> => {
  await gateway.app.get(SearchBuilderService).build();
  for (const subscriber of gateway.app.get(FeedSubscriberRegistryService).list()) {
    await gateway.app.get(FeedSubscriptionService).read(subscriber, () => {});
  }
};
const define = (attributes: object[], app = 'shop') =>
  gateway.app.get(ApplyService).apply({ app, attributes, settings: { permanentDeletion: true } }, { dryRun: false });

beforeAll(async () => {
  // Positions of the change feed move for every application.
  gateway = await startGateway(undefined, {}, undefined, false);
  await define(DEFINITIONS);
  const { appId } = gateway;
  support = await signIn(gateway, [{ role: 'support', appId }]);
  marketer = await signIn(gateway, [{ role: 'marketer', appId }]);
  await follow();
  await register([
    {
      extId: 'user-ada',
      profile: {
        firstName: 'Ada',
        lastName: 'Löwenherz-Işık',
        email: 'ada.l@example.com',
        msisdn: '+905321234567',
        customerNumber: 778_899,
        memberCard: 'CARD-5511',
        note: 'remarkable',
        passport: 'PASS-0042',
      },
    },
    { extId: 'user-bo', tags: ['Frühling'], profile: { name: 'Bo', surname: 'Strauß', email: 'bo@example.com' } },
  ]);
  await follow();
});
afterAll(() => gateway.close());

describe('The search for people', () => {
  it.each([
    ['half of a surname, in any case and without accents', 'LOWEN'],
    ['a Turkish letter without its dot', 'ISIK'],
    ['a part of a mail address', 'da.l@exam'],
    ['a part of a number as people write it', '+90 (532) 123'],
    ['a number with a leading zero', '0532 1234'],
    ['a part of an id', 'er-ada'],
    ['a marked attribute that is a number', '8899'],
    ['a private marked attribute', 'rd-55'],
    ['first and last name together', 'ada löwen'],
  ])('A member with users.private finds somebody by %s', async (_, text) => {
    expect(await find(text)).toEqual(['user-ada']);
  });

  it('Sharp s is found by both spellings, and a whole id before parts of others', async () => {
    expect(await find('strauss')).toEqual(['user-bo']);
    expect(await find('auß')).toEqual(['user-bo']);
    expect((await ask('user-bo')).items[0]).toMatchObject({ extId: 'user-bo', names: 'Bo Strauß', by: ['extId'] });
  });

  it('Neither unmarked nor sealed values find anybody, and neither do two letters', async () => {
    expect(await find('remark')).toEqual([]);
    expect(await find('pass-0042')).toEqual([]);
    expect(await find('ad')).toEqual([]);
  });

  it('People are found by the whole name of a tag, in any case', async () => {
    expect((await ask('frühLING', marketer)).items).toMatchObject([{ extId: 'user-bo', by: ['tag'] }]);
    expect(await find('frühl', marketer)).toEqual([]);
  });

  it('An empty text lists the newest people', async () => {
    const { items, hasMore } = await ask('');
    expect(items.map(({ extId }) => extId).toSorted()).toEqual(['user-ada', 'user-bo']);
    expect(items.every(({ createdAt }) => createdAt !== null)).toBe(true);
    expect(hasMore).toBe(false);
  });

  it('A member without users.private finds by open values alone, and learns nothing of numbers and addresses', async () => {
    expect(await find('löwen', marketer)).toEqual(['user-ada']);
    expect(await find('778899', marketer)).toEqual(['user-ada']);
    const guesses = ['905321234567', '532123', 'ada.l@example.com', 'example.com', 'strauss', 'CARD-5511', 'card-551'];
    const answers = await Promise.all(guesses.map((text) => ask(text, marketer)));
    expect(answers).toEqual(guesses.map(() => ({ items: [], hasMore: false })));
    // A right and a wrong guess together with what is open are answered alike.
    expect(await ask('löwen 532123', marketer)).toEqual(await ask('löwen 532999', marketer));
    const analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    for (const text of ['905321234567', 'ada', '']) {
      expect((await analyst.post('/apps/shop/users/search', { text })).status).toBe(403);
    }
  });

  it('A hit by a private value is in the audit log without the value, and one by an open value is not', async () => {
    const { appId } = gateway;
    const list = () => gateway.app.get(AuditService).listEntries(appId, { action: 'user.search', limit: 100 });
    const before = (await list()).length;
    await ask('löwenh');
    await ask('nobody-at-all');
    expect(await list()).toHaveLength(before);
    const [hit] = (await ask('532123')).items;
    const [entry, ...others] = await list();
    expect(others).toHaveLength(before);
    expect(entry).toMatchObject({ subject: `users ${hit?.uid}`, differences: [] });
    expect(JSON.stringify(entry)).not.toContain('532123');
  });

  it('A whole address is found with the write, a part of it after the feed, and the former one no more', async () => {
    await register([{ extId: 'user-eve', profile: { email: 'eve.first@example.org' } }]);
    expect(await find('eve.first@example.org')).toEqual(['user-eve']);
    await follow();
    expect(await find('ve.fir')).toEqual(['user-eve']);
    await register([{ extId: 'user-eve', profile: { email: 'eve.second@example.org' } }]);
    expect(await find('ve.fir')).toEqual([]);
    await follow();
    expect(await find('ve.sec')).toEqual(['user-eve']);
  });

  it('An erased person is not found, and none of her parts is left', async () => {
    await register([{ extId: 'user-gone', profile: { lastName: 'Vanishing' } }]);
    await follow();
    const [person] = (await ask('vanish')).items;
    await gateway.app.get(ErasureService).eraseUsers(gateway.appId, ['user-gone']);
    expect(await find('vanish')).toEqual([]);
    await follow();
    const left = await gateway.app
      .get(Database)
      .rows('SELECT FROM users.search_entry AS e WHERE e.uid = $1', [person?.uid ?? 0]);
    expect(left).toEqual([]);
  });

  it('An attribute that is marked later, or becomes private, is searched so for users who were there before', async () => {
    await define([
      ...DEFINITIONS.filter(({ code }) => code !== 'note'),
      { code: 'note', dataType: 'STRING', search: true },
    ]);
    await follow();
    expect(await find('remark', marketer)).toEqual(['user-ada']);
    await define([
      ...DEFINITIONS.filter(({ code }) => code !== 'note'),
      { code: 'note', dataType: 'STRING', search: true, privateInfo: true },
    ]);
    // At once, before the entries are made again.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await find('remark', marketer)).toEqual([]);
    await follow();
    expect(await find('remark', marketer)).toEqual([]);
    expect(await find('remark')).toEqual(['user-ada']);
  });

  it('More than fifty people are not listed, and other applications find none of them', async () => {
    await register(
      Array.from({ length: 120 }, (_, n) => ({ extId: `crowd-${n}`, profile: { lastName: `Hannover ${n}` } })),
    );
    await follow();
    const { items, hasMore } = await ask('nnov');
    expect([items.length, hasMore]).toEqual([50, true]);
    expect((await ask('nnover 77')).items.map(({ extId }) => extId)).toEqual(['crowd-77']);
    expect((await support.post('/apps/other/users/search', { text: 'nnov' })).status).toBe(404);
  });

  it.each([[{ text: 'x'.repeat(513) }], [{ text: 7 }], [{}]])('A bad question is refused: %j', async (body) => {
    expect(await support.post('/apps/shop/users/search', body)).toMatchObject({
      status: 400,
      json: { problems: [{ path: 'text' }] },
    });
  });
});
