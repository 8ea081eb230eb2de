import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { readField } from '#platform/validation';
import { parseTarget, type TargetForm } from '../../../test/support/rooms/parse.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { segmentTarget } from './read-target.js';
import { listLeaves, type Target } from './target.js';
import { GroupedTargetDto } from './target.dto.js';

const tree = (raw: unknown, form: TargetForm = 'bulk') => parseTarget(raw, form);

function refusal(raw: unknown, form: TargetForm): [number, string] {
  try {
    parseTarget(raw, form);
  } catch (error) {
    if (error instanceof AppError) {
      return [error.code, error.message];
    }
    throw error;
  }
  throw new Error('accepted');
}

describe('Bulk targets', () => {
  it.each<[object, object]>([
    [{ sendToAll: true }, { type: 'all' }],
    [{ tag: 'a' }, { type: 'tag', mode: 'any', names: ['a'] }],
    [{ tag: ['a', 'b', 'a'] }, { type: 'tag', mode: 'any', names: ['a', 'b'] }],
    [{ tag: { $not: ['a', 'b'] } }, { type: 'tag', mode: 'none', names: ['a', 'b'] }],
    [{ segment: { $and: ['a', 'b'] } }, { type: 'segment', mode: 'all', names: ['a', 'b'] }],
    [{ profile: { city: 'Izmir' } }, { type: 'profile', code: 'city', values: ['Izmir'] }],
    [{ profile: { vip: false } }, { type: 'profile', code: 'vip', values: [false] }],
    [{ profile: { name: { $exists: false } } }, { type: 'exists', code: 'name', exists: false }],
    [
      { location: { latitude: 41, longitude: 29, radius: 5 } },
      { type: 'location', latitude: 41, longitude: 29, radius: 5 },
    ],
  ])('The bulk target %j is parsed', (raw, expected) => {
    expect(tree(raw)).toEqual(expected);
  });

  it('A bulk target combines forms, operators and attributes with AND, and a group with OR', () => {
    expect(
      tree({ tag: { $or: ['a'], $not: ['b'] }, profile: { $or: { x: [1, 2], y: [3] }, z: { $exists: true } } }),
    ).toEqual({
      type: 'and',
      of: [
        { type: 'tag', mode: 'any', names: ['a'] },
        { type: 'tag', mode: 'none', names: ['b'] },
        {
          type: 'or',
          of: [
            { type: 'profile', code: 'x', values: [1, 2], field: 'target.profile.$or.x' },
            { type: 'profile', code: 'y', values: [3], field: 'target.profile.$or.y' },
          ],
        },
        { type: 'exists', code: 'z', exists: true },
      ],
    });
  });

  it('A bulk target treats false and null as absent and ignores unknown fields', () => {
    expect(tree({ sendToAll: false, tag: 'a', segment: null, type: 'x', __proto__: null })).toEqual({
      type: 'tag',
      mode: 'any',
      names: ['a'],
    });
  });

  it.each<[unknown, number, string]>([
    [undefined, 2020, 'target is required'],
    ['all', 2004, "Field 'target' should be an object"],
    [{}, 2004, "Field 'target' is empty: it takes sendToAll, tag, segment, profile, installation or location"],
    [
      { sendToAll: false },
      2004,
      "Field 'target' is empty: it takes sendToAll, tag, segment, profile, installation or location",
    ],
    [{ sendToAll: 'true' }, 2004, "Field 'target.sendToAll' should be a boolean"],
    [{ tag: [] }, 2004, "Field 'target.tag' should not be empty"],
    [{ tag: {} }, 2004, "Field 'target.tag' should not be empty"],
    [{ tag: '' }, 2004, "Field 'target.tag' should not be empty"],
    [{ tag: [1] }, 2004, "Field 'target.tag' should be a text"],
    [{ tag: { $nor: ['a'] } }, 2004, "Field 'target.tag' takes $or, $and and $not, not '$nor'"],
    [{ tag: { constructor: ['a'] } }, 2004, "Field 'target.tag' takes $or, $and and $not, not 'constructor'"],
    [{ profile: [] }, 2004, "Field 'target.profile' should be an object of attributes"],
    [{ profile: {} }, 2004, "Field 'target.profile' should be an object of attributes"],
    [{ profile: { x: [] } }, 2004, "Field 'target.profile.x' should not be empty"],
    [{ profile: { x: null } }, 2004, "Field 'target.profile.x' should hold texts, numbers or booleans"],
    [{ profile: { x: [[1]] } }, 2004, "Field 'target.profile.x' should hold texts, numbers or booleans"],
    [{ profile: { $xor: { x: 1 } } }, 2004, "Field 'target.profile' has an unknown operator '$xor'"],
    [{ profile: { $or: {} } }, 2004, "Field 'target.profile.$or' should be an object of attributes"],
    [{ profile: { $or: { $xor: { x: 1 } } } }, 2004, "Field 'target.profile.$or' has an unknown operator '$xor'"],
    ...[{ $exists: 'yes' }, {}, { $is: 1 }, { $not: {} }].map((condition): [unknown, number, string] => [
      { profile: { x: condition } },
      2004,
      `Field 'target.profile.x${'$not' in condition ? '.$not' : ''}' takes a value, an array of values or operators: $exists, $gt, $gte, $lt, $lte, $between, $before, $after, $contains, $not, $nor, $and, $or`,
    ]),
    ...['extId', 'deviceToken', 'email', 'msisdn', 'pa'].map((form): [unknown, number, string] => [
      { sendToAll: true, [form]: 'bob' },
      2004,
      `Field 'target.${form}' is not for bulk sends: sendNotification takes it`,
    ]),
    [
      { sendToAll: true, reachable: 'IOS' },
      2004,
      "Field 'target.reachable' is for segments: define one and name it in target.segment",
    ],
    [{ pa: { x: 1 } }, 2004, "Field 'target.pa' is not for bulk sends: sendNotification takes it"],
    [{ location: { latitude: 1, longitude: 2 } }, 2020, 'target.location.radius is required'],
    [
      { location: { latitude: 91, longitude: 2, radius: 1 } },
      2004,
      "Field 'target.location.latitude' should be a number from -90 to 90",
    ],
    [{ tag: 'a\0' }, 2004, "Field 'target.tag' has a character that no value can have (NUL or half a surrogate pair)"],
  ])('The bulk target %j is rejected', (raw, code, text) => {
    expect(refusal(raw, 'bulk')).toEqual([code, text]);
  });
});

describe('Targets of a segment', () => {
  it.each<[unknown, object]>([
    ['IOS', { type: 'reachable', mode: 'any', platforms: ['IOS'] }],
    [['IOS', 'EMAIL', 'IOS'], { type: 'reachable', mode: 'any', platforms: ['IOS', 'EMAIL'] }],
    [{ $not: 'SMS' }, { type: 'reachable', mode: 'none', platforms: ['SMS'] }],
    [
      { $or: ['IOS', 'ANDROID'], $and: ['EMAIL', 'SMS'] },
      {
        type: 'and',
        of: [
          { type: 'reachable', mode: 'any', platforms: ['IOS', 'ANDROID'] },
          { type: 'reachable', mode: 'all', platforms: ['EMAIL', 'SMS'] },
        ],
      },
    ],
  ])('A segment target can name the reachable platforms %j', (reachable, expected) => {
    expect(tree({ reachable }, 'segment')).toEqual(expected);
    expect(tree({ any: [{ tag: 'a' }, { reachable }] }, 'segment')).toMatchObject({ type: 'or', of: [{}, expected] });
  });

  it.each<[object, string]>([
    [
      {},
      "Field 'target' is empty: it takes sendToAll, tag, segment, profile, installation, location, event, product, firstSeen, lastSeen, reachable, all, any or none",
    ],
    [{ reachable: [] }, "Field 'target.reachable' should not be empty"],
    [{ reachable: {} }, "Field 'target.reachable' should not be empty"],
    [{ reachable: [1] }, "Field 'target.reachable' should be a text"],
    [{ reachable: { $nor: ['IOS'] } }, "Field 'target.reachable' takes $or, $and and $not, not '$nor'"],
  ])('The segment target %j is rejected', (raw, text) => {
    expect(refusal(raw, 'segment')).toEqual([2004, text]);
  });

  it.each<[object, string]>([
    [{ reachable: 'NOKIA' }, 'target.reachable'],
    [{ reachable: ['IOS', 'ios'] }, 'target.reachable'],
    [{ reachable: { $not: ['IOS', 'NOKIA'] } }, 'target.reachable.$not'],
    [{ none: [{ reachable: 'NOKIA' }] }, 'target.none[0].reachable'],
  ])('The error for the segment target %j names the field of the unknown platform', (raw, field) => {
    const [code, text] = refusal(raw, 'segment');
    expect([code, text.slice(0, field.length + 26).trimEnd()]).toEqual([2004, `Field '${field}' takes platforms:`]);
    expect(text).toContain('IOS, ANDROID');
  });
});

describe('Targets of a send', () => {
  it.each<[object, object]>([
    [{ extId: 'u' }, { type: 'extIds', extIds: ['u'] }],
    [{ extId: ['u', 'v', 'u'] }, { type: 'extIds', extIds: ['u', 'v'] }],
    [{ deviceToken: ['t'] }, { type: 'tokens', tokens: ['t'] }],
    [{ email: 'a@example.com' }, { type: 'profile', code: 'email', values: ['a@example.com'], field: 'target.email' }],
    [
      { msisdn: '+905321234567' },
      { type: 'profile', code: 'msisdn', values: ['+905321234567'], field: 'target.msisdn' },
    ],
    [{ pa: { pb: 'Smith' } }, { type: 'profile', code: 'pb', values: ['Smith'], field: 'target.pa.pb' }],
    [
      { extId: 'u', deviceToken: null, email: false },
      { type: 'extIds', extIds: ['u'] },
    ],
  ])('The send target %j is parsed', (raw, expected) => {
    expect(tree(raw, 'send')).toEqual(expected);
  });

  it('A send target refuses an optOut that is not a boolean', () => {
    expect(refusal({ extId: 'u', optOut: 1 }, 'send')).toEqual([2004, "Field 'target.optOut' should be a boolean"]);
  });

  it.each([{}, { extId: 'u', deviceToken: 't' }, { sendToAll: true }, { tag: 'a' }])(
    'The send target %j is rejected',
    (raw) => {
      expect(refusal(raw, 'send')[0]).toBe(2004);
    },
  );

  it.each([{ extId: 5 }, { extId: [] }, { extId: '' }, { extId: ['u', null] }, { pa: {} }, { pa: 'x' }])(
    'The send target %j is rejected as malformed',
    (raw) => {
      expect(refusal(raw, 'send')[0]).toBe(2004);
    },
  );
});

describe('Targets of a count', () => {
  it('A count target accepts only attributes', () => {
    expect(tree({ profile: { x: ['a', 1], y: { $exists: false } }, tag: null, sendToAll: false }, 'count')).toEqual({
      type: 'and',
      of: [
        { type: 'profile', code: 'x', values: ['a', 1] },
        { type: 'exists', code: 'y', exists: false },
      ],
    });
  });

  it.each<[object, number, string]>([
    [{}, 2020, 'target.profile is required'],
    [{ profile: {} }, 2004, "Field 'target.profile' should be an object of attributes"],
    [{ profile: { x: 1 }, tag: 'a' }, 2004, "Field 'target' of a count takes profile alone, not tag"],
    [{ sendToAll: true }, 2004, "Field 'target' of a count takes profile alone, not sendToAll"],
    ...['event', 'product', 'firstSeen', 'lastSeen', 'reachable'].map((form): [object, number, string] => [
      { profile: { x: 1 }, [form]: { any: 'thing' } },
      2004,
      `Field 'target' of a count takes profile alone, not ${form}`,
    ]),
    [{ extId: 'u' }, 2004, "Field 'target' of a count takes profile alone, not extId"],
  ])('The count target %j is rejected', (raw, code, text) => {
    expect(refusal(raw, 'count')).toEqual([code, text]);
  });
});

it('parseTarget parses or rejects any JSON, and its result can be stored', () => {
  const anyTarget = fc.dictionary(
    fc.constantFrom(
      'sendToAll',
      'tag',
      'segment',
      'profile',
      'location',
      'extId',
      'deviceToken',
      'email',
      'pa',
      'optOut',
    ),
    fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>({ $or: ['a'] }, { x: { $exists: true } }, { $or: { y: [1] } }),
    ),
  );
  fc.assert(
    fc.property(anyTarget, fc.constantFrom<TargetForm>('bulk', 'count', 'send'), (raw, form) => {
      try {
        const parsed = parseTarget(raw, form);
        expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
    { seed: 1, numRuns: 2000 },
  );
});

describe('A target by ids of Herald', () => {
  const WRITTEN: unknown[] = [
    { type: 'uids', uids: [1] },
    { uids: [1] },
    { uid: 1 },
    { sendToAll: true, uids: [1] },
    { sendToAll: true, type: 'uids' },
    { extId: ['a'], uids: [1] },
    { profile: { uids: [1], $or: { type: 'uids', uids: [1] } } },
    { pa: { type: 'uids', uids: [1] } },
    { all: [{ type: 'uids', uids: [1] }, { sendToAll: true }] },
    { any: [{ sendToAll: true, uids: [1] }], none: [{ uids: [1] }] },
    { predict: { score: 'x' }, type: 'uids', uids: [1] },
    { of: [{ type: 'uids', uids: [1] }], type: 'and' },
  ];
  const READERS: [string, (raw: unknown) => Target][] = [
    ...(['bulk', 'count', 'send', 'segment'] as const).map((form): [string, (raw: unknown) => Target] => [
      form,
      (raw) => parseTarget(raw, form),
    ]),
    ['panel', (raw) => segmentTarget(readField(GroupedTargetDto, raw, 'target'))],
    ['application file', (raw) => parseSegmentTarget(raw).tree],
  ];

  it.each(READERS)('It is made by no reader: %s', (_, read) => {
    for (const raw of WRITTEN) {
      try {
        expect(listLeaves(read(raw)).map(({ type }) => type)).not.toContain('uids');
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }
  });
});
