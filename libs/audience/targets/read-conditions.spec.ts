import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { parseTarget } from '../../../test/support/rooms/parse.js';

const parse = (profile: unknown) => parseTarget({ profile }, 'count');
const is = (code: string, ...values: unknown[]) => ({ type: 'profile', code, values });
const range = (code: string, ...limits: object[]) => ({ type: 'range', code, limits });
const DAY = 86_400_000;

function refusal(target: object): string {
  try {
    parseTarget(target, 'bulk');
  } catch (error) {
    if (error instanceof AppError) {
      return `${error.code} ${error.message}`;
    }
    throw error;
  }
  throw new Error('accepted');
}

describe('Conditions on one attribute', () => {
  it.each<[object | string | number, object]>([
    [{ $gt: 5 }, range('x', { op: '$gt', value: 5 })],
    [{ $gte: '2.10', $lt: 3 }, range('x', { op: '$gte', value: '2.10' }, { op: '$lt', value: 3 })],
    [{ $between: [1, 2] }, range('x', { op: '$gte', value: 1 }, { op: '$lte', value: 2 })],
    [{ $before: '30d' }, range('x', { op: '$lt', ago: 30 * DAY })],
    [{ $after: '-12h' }, range('x', { op: '$gte', ago: DAY / 2 })],
    [{ $after: '0d', $before: '+7d' }, range('x', { op: '$lt', ago: -7 * DAY }, { op: '$gte', ago: 0 })],
    [{ $before: '2026-01-31' }, range('x', { op: '$lt', value: Date.UTC(2026, 0, 31) })],
    [{ $after: 1000 }, range('x', { op: '$gte', value: 1000 })],
    [{ $contains: 'a' }, { type: 'contains', code: 'x', texts: ['a'] }],
    [{ $contains: ['a', 'b', 'a'] }, { type: 'contains', code: 'x', texts: ['a', 'b'] }],
    [{ $not: 'a' }, { type: 'not', of: [is('x', 'a')] }],
    [{ $not: { $gt: 5 } }, { type: 'not', of: [range('x', { op: '$gt', value: 5 })] }],
    [{ $nor: ['a', 'b'] }, { type: 'not', of: [is('x', 'a'), is('x', 'b')] }],
    [
      { $or: [{ $lt: 5 }, { $gt: 9 }] },
      { type: 'or', of: [range('x', { op: '$lt', value: 5 }), range('x', { op: '$gt', value: 9 })] },
    ],
    [
      { $or: { $lt: 5, $exists: false } },
      { type: 'or', of: [range('x', { op: '$lt', value: 5 }), { type: 'exists', code: 'x', exists: false }] },
    ],
    [{ $and: ['a', { $not: 'b' }] }, { type: 'and', of: [is('x', 'a'), { type: 'not', of: [is('x', 'b')] }] }],
    [
      { $exists: true, $gt: 5, $contains: 'a' },
      {
        type: 'and',
        of: [
          { type: 'exists', code: 'x', exists: true },
          range('x', { op: '$gt', value: 5 }),
          { type: 'contains', code: 'x', texts: ['a'] },
        ],
      },
    ],
  ])('The condition %j is parsed', (condition, expected) => {
    expect(parse({ x: condition })).toEqual(expected);
  });
});

describe('Groups of conditions', () => {
  const nested = (group: string, code: string, value: unknown) => ({
    ...is(code, value),
    field: `target.profile.${group}.${code}`,
  });

  it.each<[object, object]>([
    [{ $and: { x: 1, y: 2 } }, { type: 'and', of: [nested('$and', 'x', 1), nested('$and', 'y', 2)] }],
    [{ $nor: { x: 1, y: 2 } }, { type: 'not', of: [nested('$nor', 'x', 1), nested('$nor', 'y', 2)] }],
    [
      { $not: { x: 1, y: 2 } },
      { type: 'not', of: [{ type: 'and', of: [nested('$not', 'x', 1), nested('$not', 'y', 2)] }] },
    ],
    [
      { $or: [{ x: 1, y: 2 }, { x: 3 }] },
      { type: 'or', of: [{ type: 'and', of: [nested('$or', 'x', 1), nested('$or', 'y', 2)] }, nested('$or', 'x', 3)] },
    ],
    [{ $or: { $not: { x: 1 } } }, { type: 'not', of: [nested('$or.$not', 'x', 1)] }],
  ])('The group of conditions %j is parsed', (profile, expected) => {
    expect(parse(profile)).toEqual(expected);
  });
});

it('parseTarget reads attributes of devices', () => {
  expect(parseTarget({ installation: { platform: 'IOS', appVersion: { $lt: '2' } } }, 'segment')).toEqual({
    type: 'and',
    of: [
      { ...is('platform', 'IOS'), on: 'installation', field: 'target.installation.platform' },
      {
        ...range('appVersion', { op: '$lt', value: '2' }),
        on: 'installation',
        field: 'target.installation.appVersion',
      },
    ],
  });
});

it.each<[object, string]>([
  [{ profile: { x: { $gt: true } } }, "2004 Field 'target.profile.x.$gt' should be a number, a date or a version"],
  [{ profile: { x: { $lte: '' } } }, "2004 Field 'target.profile.x.$lte' should be a number, a date or a version"],
  [{ profile: { x: { $between: [1] } } }, "2004 Field 'target.profile.x.$between' should be a pair [from, to]"],
  [{ profile: { x: { $before: 'soon' } } }, "2004 Field 'target.profile.x.$before' should be a span such as"],
  [{ profile: { x: { $after: '9999d' } } }, "2004 Field 'target.profile.x.$after' should be a span such as"],
  [{ profile: { x: { $contains: '' } } }, "2004 Field 'target.profile.x.$contains' should not be empty"],
  [{ profile: { x: { $contains: [] } } }, "2004 Field 'target.profile.x.$contains' should not be empty"],
  [{ profile: { x: { $or: [] } } }, "2004 Field 'target.profile.x.$or' should not be empty"],
  [{ profile: { x: { $or: [{ $is: 1 }] } } }, "2004 Field 'target.profile.x.$or.0' takes a value"],
  [{ profile: { $or: [] } }, "2004 Field 'target.profile.$or' should not be empty"],
  [{ profile: { $nor: [{}] } }, "2004 Field 'target.profile.$nor[0]' should be an object of attributes"],
  [{ profile: { $not: 5 } }, "2004 Field 'target.profile.$not' should be"],
  [{ installation: {} }, "2004 Field 'target.installation' should be an object of attributes"],
])('parseTarget refuses %j', (target, text) => {
  expect(refusal(target)).toContain(text);
});

it('parseTarget refuses conditions that are too many or too deep, and accepts long lists of values', () => {
  const deep = (levels: number): object => (levels === 0 ? { x: 1 } : { $not: deep(levels - 1) });
  expect(parse(deep(10))).toMatchObject({ type: 'not' });
  for (const levels of [13, 100_000]) {
    let profile: object = { x: 1 };
    for (let level = 0; level < levels; level++) {
      profile = { $not: profile };
    }
    expect(refusal({ profile })).toContain('is deeper than 12 levels');
  }
  const list = Array.from({ length: 501 }, (_, i) => ({ x: i }));
  expect(refusal({ profile: { $or: list } })).toContain('more than 500 conditions');
  expect(parse({ x: Array.from({ length: 10_000 }, (_, i) => i) })).toMatchObject({ type: 'profile' });
});
