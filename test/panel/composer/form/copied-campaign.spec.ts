import { describe, expect, it } from 'vitest';
import { readSegmentTarget } from '#libs/audience';
import { copyOf } from '../../../../apps/panel/composer/copies/copied-campaign.js';
import { campaignOf } from '../../../../apps/panel/composer/form/draft.js';

const ATTRIBUTES = [
  { code: 'city', label: null, dataType: 'STRING', options: [] },
  { code: 'visits', label: null, dataType: 'INT', options: [] },
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
});
