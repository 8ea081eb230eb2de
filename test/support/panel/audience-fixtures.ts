import type {
  AudienceAttributes,
  AudienceBreakdown,
  AudienceOverlap,
  AudienceReach,
  AudienceSample,
  AudienceValues,
  AudienceWords,
  Explanation,
} from '../../../apps/panel/api/types.js';
import type { PanelSite } from './panel-site.js';
import { answerSegments } from './segment-fixtures.js';

const AUDIENCE_WORDS = {
  attributes: [
    { code: 'city', label: 'City', dataType: 'STRING', options: ['Ankara', 'İzmir', 'Van'] },
    { code: 'visits', label: null, dataType: 'INT', options: [] },
    { code: 'plans', label: 'Plans', dataType: 'STRING', options: [] },
  ],
  events: [
    {
      code: 'OrderEvent',
      name: 'OrderEvent',
      label: 'Order',
      attributes: [
        { code: 'orderId', label: 'Order Id', dataType: 'STRING' },
        { code: 'grandTotal', label: 'Grand Total', dataType: 'DOUBLE' },
      ],
    },
    {
      code: 'Paid',
      name: 'Paid',
      label: null,
      attributes: [{ code: 'method', label: null, dataType: 'STRING' }],
    },
  ],
  segments: ['members', 'likely to stay'],
} satisfies AudienceWords;

const AUDIENCE_PREVIEW = {
  users: 59_020,
  all: 1_204_511,
  asOf: new Date().toISOString(),
  clauses: [
    {
      clause: 'segment',
      wanted: { mode: 'all', names: ['members'] },
      alone: 402_118,
      remaining: 402_118,
      children: [],
    },
    {
      clause: 'or',
      wanted: {},
      alone: 120_400,
      remaining: 59_020,
      children: [
        { clause: 'profile', wanted: { code: 'city', values: ['Van'] }, alone: 41_000, remaining: null, children: [] },
        {
          clause: 'range',
          wanted: { code: 'visits', limits: [{ op: '$gte', value: 10 }] },
          alone: 90_211,
          remaining: null,
          children: [],
        },
      ],
    },
    { clause: 'exists', wanted: { code: 'plans', exists: true }, alone: 980_022, remaining: 59_020, children: [] },
  ],
};

/** The server's explanation of a campaign for a reader with `users.read`. */
const EXPLANATION = {
  included: false,
  fetched: [],
  result: {
    status: 'SKIPPED',
    reason: 'CATEGORY_OPTED_OUT',
    at: new Date(Date.now() - 120_000).toISOString(),
    from: null,
  },
  clauses: [
    {
      clause: 'and',
      wanted: {},
      holds: true,
      found: null,
      children: [
        {
          clause: 'segment',
          wanted: { mode: 'any', names: ['members'] },
          holds: true,
          found: ['members'],
          children: [],
        },
        {
          clause: 'profile',
          wanted: { code: 'plan', values: ['plus', 'trial'] },
          holds: true,
          found: 'plus',
          children: [],
        },
        {
          clause: 'range',
          wanted: { code: 'lifetimeValue', limits: [{ op: '$gte', value: 100 }] },
          holds: true,
          found: 412.5,
          children: [],
        },
      ],
    },
  ],
  devices: [{ platform: 'IOS', model: null, outcome: 'SKIPPED', reason: 'CATEGORY_OPTED_OUT' }],
} satisfies Explanation;

const AUDIENCE_SAMPLE = {
  items: [
    { uid: '103', extId: 'tomo' },
    { uid: '2151', extId: 'customer-88' },
    { uid: '4199', extId: null },
  ],
  asOf: new Date().toISOString(),
} satisfies AudienceSample;

const AUDIENCE_VALUES = {
  items: [
    { value: 'Van', users: 41_000 },
    { value: 'Vaduz', users: 3 },
  ],
  more: false,
} satisfies AudienceValues;

const AUDIENCE_BREAKDOWN = {
  kind: 'values',
  users: 59_020,
  having: 56_110,
  items: [
    { value: 'IOS', from: null, to: null, users: 31_007 },
    { value: 'ANDROID', from: null, to: null, users: 29_771 },
    { value: 'WEB', from: null, to: null, users: 4213 },
  ],
  more: 0,
  asOf: new Date().toISOString(),
} satisfies AudienceBreakdown;

/** Overlaps of as many sets as the question has. */
function overlapOf(sets: number): AudienceOverlap {
  const places = Array.from({ length: sets }, (_, place) => place);
  return {
    users: places.map((place) => (place === 0 ? 59_020 : 402_118 - 20_000 * (place - 1))),
    pairs: places.flatMap((first) =>
      places.slice(first + 1).map((second) => ({ first, second, users: 31_007 - 1000 * (first + second - 1) })),
    ),
    combinations: Array.from({ length: 2 ** sets - 1 }, (_, index) => ({
      sets: places.filter((place) => ((index + 1) & (1 << place)) !== 0),
      users: Math.round(120_400 / (index + 1)),
    })),
    asOf: new Date().toISOString(),
  };
}

/** Reach on the platforms of the question: fewer for each. */
function reachOf(platforms: readonly string[]): AudienceReach {
  const reached = platforms.map((platform, place) => ({
    platform,
    has: 31_007 - 5000 * place,
    permitted: 24_870 - 5000 * place,
    wanted: 24_870 - 5000 * place,
  }));
  return { users: 59_020, platforms: reached, asOf: new Date().toISOString() };
}

const AUDIENCE_ATTRIBUTES = {
  users: 59_020,
  items: [
    { code: 'city', label: 'City', users: 41_904 },
    { code: 'country', label: null, users: 59_020 },
  ],
  asOf: new Date().toISOString(),
} satisfies AudienceAttributes;

const EXPORT_COLUMNS = {
  items: [
    { code: 'city', label: 'City', private: false },
    { code: 'visits', label: null, private: false },
    { code: 'email', label: 'E-mail', private: true },
  ],
};

export function answerAudience(site: PanelSite): PanelSite {
  return answerSegments(site)
    .on('GET /apps/shop/audience/values', { body: AUDIENCE_VALUES })
    .on('POST /apps/shop/audience/breakdown', { body: AUDIENCE_BREAKDOWN })
    .on('POST /apps/shop/audience/sample', { body: AUDIENCE_SAMPLE })
    .on('POST /apps/shop/audience/overlap', ({ body }) => ({
      body: overlapOf((body as { targets: unknown[] }).targets.length),
    }))
    .on('POST /apps/shop/audience/reach', ({ body }) => ({
      body: reachOf((body as { platforms: string[] }).platforms),
    }))
    .on('POST /apps/shop/audience/attributes', { body: AUDIENCE_ATTRIBUTES })
    .on('GET /apps/shop/audience/export/columns', { body: EXPORT_COLUMNS })
    .on('GET /apps/shop/audience/words', { body: AUDIENCE_WORDS })
    .on('POST /apps/shop/audience/preview', { body: AUDIENCE_PREVIEW })
    .on('GET /apps/shop/users/103/explain', { body: EXPLANATION });
}
