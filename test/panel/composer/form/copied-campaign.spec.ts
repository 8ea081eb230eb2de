import { describe, expect, it } from 'vitest';
import { convertBound, readSegmentTarget } from '#libs/audience';
import { toDay } from '#platform/spelling';
import { copyOf, copyOfCampaign } from '../../../../apps/panel/composer/copies/copied-campaign.js';
import { targetOfTree } from '../../../../apps/panel/composer/copies/tree-target.js';
import { composedOf } from '../../../../apps/panel/composer/contents/campaign-draft.js';
import { campaignOf } from '../../../../apps/panel/composer/form/draft.js';

const ATTRIBUTES = [
  { code: 'city', label: null, dataType: 'STRING', options: [] },
  { code: 'visits', label: null, dataType: 'INT', options: [] },
  { code: 'joined', label: null, dataType: 'DATE', options: [] },
];
const PAID = {
  code: 'Paid',
  name: 'Paid',
  label: null,
  attributes: [
    { code: 'sum', label: null, dataType: 'DOUBLE' },
    { code: 'method', label: null, dataType: 'STRING' },
    { code: 'gift', label: null, dataType: 'BOOLEAN' },
  ],
};
const BOUGHT = {
  ...PAID,
  code: 'ProductPurchaseEvent',
  attributes: [{ code: 'price', label: null, dataType: 'DOUBLE' }],
};
const KNOWN = { attributes: ATTRIBUTES, events: [PAID, BOUGHT] };
const ZONE = 'Europe/Istanbul';
const MESSAGE = { title: 'Spring', text: 'Hello @{city|you}', platforms: ['IOS', 'CHROME'] };
const EVERYBODY = { type: 'all' };

interface StoredLimit {
  op: string;
  value: string | number;
  day?: string;
}

const limitsOf = (tree: unknown): StoredLimit[] => (tree as { limits: StoredLimit[] }).limits;

/** The day or the moment that a limit names, as attributes of the type read it. */
function meaningOf({ op, value, day }: StoredLimit, dataType: 'DATE' | 'TIME_STAMP'): [string, number] {
  const definition = { code: 'joined', dataType };
  return dataType === 'DATE'
    ? [op, toDay(convertBound(definition, day ?? value, 'joined'))]
    : [op, convertBound(definition, value, 'joined')];
}

const written = (launched: Parameters<typeof copyOf>[0]) => campaignOf(copyOf(launched).draft, ZONE, KNOWN);

describe('Copies of campaigns', () => {
  it('A copy has the message, the audience and the limit of a campaign, and neither its time nor its launch', () => {
    const message = {
      ...MESSAGE,
      ios: { title: 'Spring is here', subtitle: 'For you', sound: 'bell', mediaUrl: 'https://a.example/a.png' },
      personalizedTitle: 'Spring is here',
      wpChromeImage: 'https://a.example/a.png',
      iconUrl: 'https://a.example/i.png',
      click: { deeplink: 'shop://spring' },
      buttonSet: { id: 3, buttonNames: { Yes: 'Yes', No: 'No' }, Yes: 'shop://yes' },
      customJson: { offer: 12 },
      threadId: 'offers',
      labels: 'spring',
      categories: ['Offers'],
      ttl: '120m',
      languages: { tr: { text: 'Selam', click: { url: 'https://a.example' } } },
    };
    const options = { limits: { all: 500 }, localTime: '2030-02-01T10:00:00', startTime: '2030-02-01T10:00:00Z' };
    const launched = { message, target: { type: 'segment', mode: 'any', names: ['members'] }, options };
    const { buttonNames: _names, ...buttonSet } = message.buttonSet;
    expect(copyOf(launched)).toMatchObject({ left: [], audience: true });
    expect(written(launched)).toEqual({
      message: { ...message, buttonSet },
      target: { segment: ['members'] },
      limit: 500,
    });
    expect(copyOf(launched).draft.key).not.toBe(copyOf(launched).draft.key);
  });

  it.each<[name: string, tree: object, target: object]>([
    ['everybody', EVERYBODY, { sendToAll: true }],
    ['a tag', { type: 'tag', mode: 'any', names: ['vip'] }, { tag: { $and: ['vip'] } }],
    ['a value', { type: 'profile', code: 'city', values: ['Van'] }, { profile: { city: ['Van'] } }],
    [
      'a bound',
      { type: 'range', code: 'visits', limits: [{ op: '$gte', value: 3 }] },
      { profile: { visits: { $gte: 3 } } },
    ],
    [
      'either',
      {
        type: 'or',
        of: [
          { type: 'tag', mode: 'any', names: ['vip'] },
          { type: 'exists', code: 'city', exists: true },
        ],
      },
      { any: [{ tag: ['vip'] }, { profile: { city: { $exists: true } } }] },
    ],
  ])('A copy keeps the audience of the campaign (%s)', (_, target, expected) => {
    expect(written({ message: MESSAGE, target, options: {} })?.target).toEqual(expected);
  });

  it.each<object>([
    { event: [{ name: 'Paid', within: '30d' }] },
    { event: [{ name: 'Paid', atLeast: 3, from: '2030-01-01', to: '2030-02-01', not: true }] },
    {
      event: [{ name: 'Paid', where: { sum: { atLeast: 10, atMost: 20 }, method: ['card'], gift: { exists: false } } }],
    },
    { firstSeen: { within: '7d' } },
    { lastSeen: { from: '2030-01-01', to: '2030-01-31', not: true } },
    { reachable: { $and: ['IOS'] } },
    { reachable: { $not: ['EMAIL'] } },
    { any: [{ reachable: ['IOS'] }, { reachable: ['EMAIL'] }] },
  ])('A copy keeps an audience by behaviour, visits and reach: %j', (target) => {
    const again = written({ message: MESSAGE, target: readSegmentTarget(target), options: {} })?.target;
    expect(again && readSegmentTarget(again)).toEqual(readSegmentTarget(target));
  });

  it.each([
    '2026-11-29T23:30:00-05:00',
    '2026-11-29T22:00:00-05:00',
    '2026-11-30T00:15:00+03:00',
    '2026-11-29T02:00:00+05:45',
    '2026-11-29T13:59:59.999+14:00',
    '2026-11-29T12:30:00-11:00',
    '2026-11-29T10:07:13Z',
    '1955-04-30T00:00:00+02:00',
  ])(
    'A copy of a condition since %s means the same days of a DATE, and the same moments of a TIME_STAMP',
    (instant) => {
      const stored = readSegmentTarget({ profile: { joined: { $after: instant } } });
      const again = written({ message: MESSAGE, target: stored, options: {} })?.target;
      const [before, after] = [stored, readSegmentTarget(again ?? {})].map(limitsOf);
      for (const dataType of ['DATE', 'TIME_STAMP'] as const) {
        expect([dataType, after?.map((limit) => meaningOf(limit, dataType))]).toEqual([
          dataType,
          before?.map((limit) => meaningOf(limit, dataType)),
        ]);
      }
    },
  );

  it('A condition before an instant of another zone keeps its day, also where the panel has no line for it', () => {
    for (const instant of ['2026-11-29T23:30:00-05:00', '2026-11-30T00:15:00+03:00', '2026-11-29T13:00:00+14:00']) {
      const stored = readSegmentTarget({ profile: { joined: { $before: instant } } });
      const again = targetOfTree(stored);
      const [limit] = limitsOf(readSegmentTarget(again ?? {}));
      const [original] = limitsOf(stored);
      expect([instant, limit?.op, limit && meaningOf(limit, 'DATE')]).toEqual([
        instant,
        '$lt',
        original && meaningOf(original, 'DATE'),
      ]);
    }
  });

  it('A copy turns a condition on purchased products into one on the purchase event', () => {
    const product = { product: { action: 'bought', atLeast: 2, price: { atLeast: 10 } } };
    expect(written({ message: MESSAGE, target: readSegmentTarget(product), options: {} })?.target).toEqual({
      event: [{ name: 'ProductPurchaseEvent', atLeast: 2, where: { price: { atLeast: 10 } } }],
    });
  });

  it.each([
    ['that the reader may not see', null],
    ['of extIds', { type: 'extIds', extIds: ['ada'] }],
    ['of a bound that moves', { type: 'range', code: 'visits', limits: [{ op: '$gte', ago: 5 }] }],
    ['with a part that has no line', { type: 'and', of: [EVERYBODY, { type: 'extIds', extIds: ['ada'] }] }],
  ])('A copy has no audience until one is described in place of one %s', (_, target) => {
    const copy = copyOf({ message: MESSAGE, target, options: {} });
    expect(copy).toMatchObject({ audience: false, draft: { described: true } });
    expect(campaignOf(copy.draft, ZONE, KNOWN)).toBeUndefined();
  });

  it('A copy names the parts that the composer cannot write', () => {
    const message = {
      ...MESSAGE,
      tracking: { opens: true },
      hook: { name: 'results', params: { a: 'b' } },
      liveActivity: { type: 'x' },
    };
    expect(copyOf({ message, target: EVERYBODY, options: {} }).left).toEqual(['tracking', 'hook', 'liveActivity']);
  });

  it('A copy of a mail has its HTML', () => {
    const message = { title: 'News', text: '<p>Hi</p>', platforms: ['EMAIL'], subject: 'News of May' };
    expect(copyOf({ message, target: EVERYBODY, options: {} }).left).toEqual([]);
    expect(written({ message, target: EVERYBODY, options: {} })?.message).toEqual(message);
  });

  it('A copy of several contents has all of them and the rule of reaching', () => {
    const inbox = {
      title: 'Spring',
      text: 'Later',
      platforms: [],
      inbox: true,
      inboxOnly: true,
      android: { title: 'T' },
    };
    const messages = [MESSAGE, { title: 'Spring', text: 'By SMS', platforms: ['SMS'] }, inbox];
    const options = { reach: { reach: 'first', contents: 3, within: 14_400 } };
    const { draft, left } = copyOfCampaign({ message: MESSAGE, messages, target: EVERYBODY, options });
    expect(left).toEqual([]);
    expect(draft).toMatchObject({ reach: 'first', within: '4', withinUnit: 'h' });
    expect(draft.contents.map(({ text, platforms }) => [text, platforms])).toEqual([
      [MESSAGE.text, MESSAGE.platforms],
      ['By SMS', ['SMS']],
      ['Later', ['INBOX']],
    ]);
    expect(new Set(draft.contents.map(({ id }) => id)).size).toBe(3);
    expect(composedOf(draft, ZONE, KNOWN)).toMatchObject({ reach: 'first', within: '4h' });
  });
});
