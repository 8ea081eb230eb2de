import { describe, expect, it } from 'vitest';
import type { AttributeDefinition } from '#libs/users/profiles';
import { AppError } from '#platform/errors';
import { bucketOf } from '#platform/ids';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { collectAddresses, collectNames, resolveTarget, type ResolvedNames } from './resolve-target.js';
import type { ResolvedTarget, Target, TargetValue } from './target.js';

const APP = 7;
const define = (attrId: number, code: string, dataType: AttributeDefinition['dataType']): AttributeDefinition => ({
  attrId,
  code,
  dataType,
  array: false,
  locked: false,
  privateInfo: false,
  mandatory: false,
});
const definitions: AttributeDefinition[] = [
  define(1000, 'city', 'STRING'),
  define(1001, 'age', 'INT'),
  define(1002, 'vip', 'BOOLEAN'),
  define(1003, 'born', 'DATE'),
  define(1004, 'seen', 'TIME_STAMP'),
  { ...define(1005, 'likes', 'LONG'), array: true },
  { ...define(3, 'email', 'STRING'), column: 'email' },
  { ...define(4, 'msisdn', 'STRING'), column: 'msisdn' },
  { ...define(12, 'platform', 'STRING'), onDevices: true },
  { ...define(13, 'appVersion', 'STRING'), onDevices: true },
];
const names: ResolvedNames = {
  appId: APP,
  attributes: new Map(definitions.map((definition) => [definition.code, definition])),
  tagIds: new Map([
    ['a', 1],
    ['b', 2],
  ]),
  segments: new Map([
    ['adults', { name: 'adults', segmentId: 7, version: 3 }],
    ['new', { name: 'new', segmentId: 8, version: null }],
  ]),
  instIds: [5],
  survivors: new Map([[3, 4]]),
  holders: new Map([
    [
      'a@example.com',
      [
        { uid: 11, address: 'a@example.com' },
        { uid: 12, address: 'A@Example.com' },
      ],
    ],
    ['+905321234567', [{ uid: 13, address: '+905321234567' }]],
  ]),
  events: { find: () => undefined },
  now: new Date('2026-01-01T00:00:00Z'),
};
const resolve = (raw: object, form: 'bulk' | 'send' = 'bulk'): ResolvedTarget =>
  resolveTarget(parseTarget(raw, form), names);

function refusal(raw: object, form: 'bulk' | 'send' = 'bulk'): [number, string] {
  try {
    resolve(raw, form);
  } catch (error) {
    if (error instanceof AppError) {
      return [error.code, error.message];
    }
    throw error;
  }
  throw new Error('accepted');
}

describe('Tags', () => {
  it('An unknown tag in a target matches no user', () => {
    expect(resolve({ tag: ['a', 'x'] })).toEqual({ type: 'tag', mode: 'any', tagIds: [1] });
    expect(resolve({ tag: { $not: ['x'] } })).toEqual({ type: 'tag', mode: 'none', tagIds: [] });
    expect(resolve({ tag: { $and: ['a', 'x'] } })).toEqual({ type: 'never' });
    expect(resolve({ tag: { $and: ['a', 'b'] } })).toEqual({ type: 'tag', mode: 'all', tagIds: [1, 2] });
  });
});

describe('Values by type of attribute', () => {
  it.each<[string, TargetValue, TargetValue]>([
    ['city', 15, '15'],
    ['city', ' x', ' x'],
    ['age', '34', 34],
    ['vip', 'true', true],
    ['vip', false, false],
    ['seen', '2024-01-01T10:00:00', Date.UTC(2024, 0, 1, 10)],
    ['seen', '2024-01-01T10:00:00+02:00', Date.UTC(2024, 0, 1, 8)],
    ['seen', '2024-01-01', Date.UTC(2024, 0, 1)],
    ['likes', '23', 23],
  ])('The attribute %s converts %j to %j', (code, value, typed) => {
    const { attrId, array } = names.attributes.get(code) ?? {};
    expect(resolve({ profile: { [code]: value } })).toEqual({ type: 'attribute', attrId, array, values: [typed] });
  });

  it.each<[string, TargetValue]>([
    ['age', 'old'],
    ['age', true],
    ['age', 34.5],
    ['age', 2 ** 31],
    ['vip', 'yes'],
    ['vip', 1],
    ['born', '1990-02-30'],
    ['seen', 'yesterday'],
  ])('The attribute %s rejects the value %j', (code, value) => {
    expect(refusal({ profile: { [code]: [value] } })[0]).toBe(2004);
  });
});

describe('Days', () => {
  const MAY_DAY = 7425;
  const days = (...ranges: [number | null, number | null][]) => ({
    type: 'days',
    attrId: 1003,
    array: false,
    ranges: ranges.map(([from, to]) => ({ from, to })),
  });

  it.each<TargetValue>([
    '1990-05-01',
    '1990-05-01T23:00:00+03:00',
    '641520000000',
    Date.parse('1990-05-01T00:00+03:00'),
    Date.parse('1990-05-01T00:00-11:00'),
    Date.parse('1990-05-01T17:23:11Z'),
  ])('A DATE compared with %j is compared with its day', (value) => {
    expect(resolve({ profile: { born: value } })).toEqual(days([MAY_DAY, MAY_DAY]));
    for (const operators of [{ $lte: value }, { $gte: value }, { $gt: value }, { $between: [value, value] }]) {
      expect(resolve({ profile: { born: operators } })).toEqual(
        resolve({
          profile: { born: JSON.parse(JSON.stringify(operators).replaceAll(JSON.stringify(value), '"1990-05-01"')) },
        }),
      );
    }
  });

  it('The text of an instant names its own day after every operator', () => {
    const text = '1990-05-01T23:00:00-05:00';
    expect(resolve({ profile: { born: { $before: text } } })).toEqual(days([null, MAY_DAY - 1]));
    expect(resolve({ profile: { born: { $after: text } } })).toEqual(days([MAY_DAY, null]));
    expect(resolve({ profile: { seen: { $before: text } } })).toMatchObject({ most: { at: Date.parse(text) } });
  });

  it('A list of days becomes ranges, sorted and without repeats', () => {
    const list = ['1990-05-03', '1990-05-01', '1990-05-09', '1990-05-02', '1990-05-01'];
    expect(resolve({ profile: { born: list } })).toEqual(days([MAY_DAY, MAY_DAY + 2], [MAY_DAY + 8, MAY_DAY + 8]));
  });

  it('Limits of days without a day between them match no user', () => {
    expect(resolve({ profile: { born: { $gt: '1990-05-01', $lt: '1990-05-02' } } })).toEqual({ type: 'never' });
  });

  it('A span of time before now ends on a day of UTC, at any time of that day', () => {
    const today = Math.floor(names.now.getTime() / 86_400_000);
    expect(resolve({ profile: { born: { $after: '30d' } } })).toEqual({ ...days([today - 30, null]), moves: true });
    expect(resolve({ profile: { born: { $before: '+7d' } } })).toEqual({ ...days([null, today + 6]), moves: true });
    for (const time of ['00:00', '12:00', '12:15', '23:59']) {
      const now = new Date(`2026-11-29T${time}:00Z`);
      const target = parseTarget({ profile: { born: { $after: '0d' } } }, 'count');
      expect(resolveTarget(target, { ...names, now })).toMatchObject({
        ranges: [{ from: Date.parse('2026-11-29') / 86_400_000, to: null }],
      });
    }
  });
});

describe('Addresses', () => {
  it('An address in a target matches users regardless of case', () => {
    expect(resolve({ email: ' A@example.com ' }, 'send')).toEqual({
      type: 'address',
      column: 'email',
      values: ['a@example.com', 'A@Example.com'],
      uids: [11, 12],
    });
    expect(resolve({ msisdn: '+90 (532) 123-45-67' }, 'send')).toEqual({
      type: 'address',
      column: 'msisdn',
      values: ['+905321234567'],
      uids: [13],
    });
    expect(resolve({ email: 'nobody@example.com' }, 'send')).toMatchObject({ values: [], uids: [] });
    expect(resolve({ profile: { email: { $exists: false } } })).toEqual({
      type: 'addressExists',
      column: 'email',
      exists: false,
    });
    expect(refusal({ email: 'nobody' }, 'send')[0]).toBe(6000);
    expect(refusal({ msisdn: '12' }, 'send')[0]).toBe(6000);
  });

  it('collectAddresses collects the addresses of the whole tree', () => {
    const tree = parseTarget(
      { profile: { $or: { email: ['A@example.com'], city: 'x' }, msisdn: '+905321234567' } },
      'bulk',
    );
    expect(collectAddresses(tree, names.attributes)).toEqual({
      email: ['A@example.com'],
      msisdn: ['+905321234567'],
      wpNumber: [],
      whatsappId: [],
      chatAddress: [],
    });
  });
});

describe('Segments', () => {
  it('A segment in a target resolves to its served version', () => {
    expect(resolve({ segment: { $not: ['adults'] } })).toEqual({
      type: 'segment',
      mode: 'none',
      segments: [{ segmentId: 7, version: 3 }],
    });
  });

  it('A target with an unknown or never calculated segment is rejected, also in $not', () => {
    expect(refusal({ tag: 'a', segment: { $not: ['gone'] } })).toEqual([5042, "Segment 'gone' does not exist"]);
    expect(refusal({ segment: ['adults', 'new'] })).toEqual([5042, "Segment 'new' was never calculated"]);
  });
});

it('resolveTarget rejects unknown attributes by name', () => {
  expect(refusal({ profile: { $or: { city: 'x', shoeSize: 1 } } })).toEqual([
    2004,
    "Profile attribute 'shoeSize' is not defined",
  ]);
  expect(refusal(JSON.parse('{"profile":{"__proto__":1}}'))).toEqual([
    2004,
    "Profile attribute '__proto__' is not defined",
  ]);
});

it('resolveTarget adds buckets to extIds and replaces tokens with installations', () => {
  expect(resolve({ extId: ['u', 'v'] }, 'send')).toEqual({
    type: 'extIds',
    extIds: ['u', 'v'],
    vbs: [bucketOf(APP, 'u'), bucketOf(APP, 'v')],
  });
  const byToken = parseTarget({ deviceToken: 't' }, 'send');
  expect(collectNames(byToken).tokens).toEqual(['t']);
  expect(resolveTarget(byToken, names)).toEqual({ type: 'installations', instIds: [5] });
  const all = parseTarget({ tag: { $or: ['a'], $not: ['b'] }, segment: 's', profile: { $or: { x: 1 } } }, 'bulk');
  expect(collectNames(all)).toEqual({
    tags: ['a', 'b'],
    segments: ['s'],
    events: [],
    tokens: [],
    uids: [],
    codes: ['x'],
  });
});

it('resolveTarget replaces merged users with the surviving ones, each once', () => {
  const listed: Target = { type: 'uids', uids: [3, 9, 4, 9] };
  expect(collectNames({ type: 'not', of: [listed] }).uids).toEqual([3, 9, 4, 9]);
  expect(resolveTarget(listed, names)).toEqual({ type: 'uids', uids: [4, 9] });
});

describe('Operators by type of attribute', () => {
  const [now, day] = [names.now.getTime(), 86_400_000];
  const bound = (at: number | string, isInside: boolean) => ({ at, isInside });

  it.each<[object, object]>([
    [{ age: { $gt: '18', $lte: 30 } }, { attrId: 1001, array: false, least: bound(18, false), most: bound(30, true) }],
    [{ age: { $gte: 18.5, $gt: 20, $lt: 40, $between: [1, 39] } }, { least: bound(20, false), most: bound(39, true) }],
    [{ age: { $gte: 18, $gt: 18 } }, { least: bound(18, false), most: null }],
    [{ seen: { $lt: '2000-01-01' } }, { attrId: 1004, least: null, most: bound(Date.UTC(2000), false) }],
    [{ seen: { $after: '30d' } }, { attrId: 1004, least: bound(now - 30 * day, true), most: null, moves: true }],
    [{ seen: { $before: '+1d' } }, { least: null, most: bound(now + day, false), moves: true }],
    [{ likes: { $between: [1, 3] } }, { attrId: 1005, array: true, least: bound(1, true), most: bound(3, true) }],
  ])('The range condition %j takes the type of its attribute', (profile, expected) => {
    expect(resolve({ profile })).toMatchObject({ type: 'range', ...expected });
  });

  it('An empty range in a target matches no user', () => {
    expect(resolve({ profile: { age: { $between: [9, 1] } } })).toEqual({ type: 'never' });
    expect(resolve({ profile: { age: { $gt: 5, $lte: 5 } } })).toEqual({ type: 'never' });
    expect(resolve({ profile: { age: { $between: [5, 5] } } })).toMatchObject({ type: 'range' });
  });

  it('Attributes of devices resolve to columns of installations, also by the code of a calculated attribute', () => {
    const versions = {
      type: 'device',
      column: 'app_version',
      test: 'versions',
      least: bound('2.10', true),
      most: null,
    };
    expect(resolve({ profile: { appVersion: { $gte: '2.10' } } })).toEqual(versions);
    expect(resolve({ installation: { appVersion: { $gte: '2.10' } } })).toEqual(versions);
    expect(resolve({ profile: { platform: ['IOS', 'TOASTER'] } })).toEqual({
      type: 'device',
      column: 'platform',
      test: 'values',
      values: ['1'],
    });
    expect(resolve({ installation: { language: { $contains: 'tr' } } })).toEqual({
      type: 'device',
      column: 'language',
      test: 'contains',
      texts: ['tr'],
    });
    expect(resolve({ profile: { appVersion: { $between: ['2.0', '1.9'] } } })).toEqual({ type: 'never' });
  });

  it.each<[object, string]>([
    [{ profile: { city: { $gt: 'A' } } }, "'city' is of type STRING"],
    [{ profile: { vip: { $gt: 1 } } }, "'vip' is of type BOOLEAN"],
    [{ profile: { age: { $gt: 'old' } } }, 'target.profile.age'],
    [{ profile: { age: { $before: '3d' } } }, 'spans of time are for dates'],
    [{ profile: { age: { $contains: '1' } } }, '$contains is for texts'],
    [{ profile: { email: { $contains: 'a' } } }, 'an address'],
    [{ profile: { email: { $gt: 'a' } } }, 'an address'],
    [{ profile: { shoe: { $gt: 1 } } }, "'shoe' is not defined"],
    [{ profile: { $not: { shoe: 1 } } }, "'shoe' is not defined"],
    [{ profile: { platform: { $gt: 'IOS' } } }, 'has no order'],
    [{ profile: { platform: { $contains: 'I' } } }, 'fixed list'],
    [{ profile: { appVersion: { $gte: 'new' } } }, "a version such as '2.10'"],
    [{ installation: { token: 'x' } }, "Field 'target.installation' should be one of platform"],
  ])('The target %j is refused', (raw, text) => {
    const [code, message] = refusal(raw);
    expect([code, message]).toEqual([2004, expect.stringContaining(text) as string]);
  });
});
