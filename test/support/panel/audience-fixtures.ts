import type { AudienceOverlap, AudienceSample, AudienceValues, Explanation } from '../../../apps/panel/api/types.js';
import type { PanelSite } from './panel-site.js';

const AUDIENCE_WORDS = {
  attributes: [
    { code: 'city', label: 'City', dataType: 'STRING', options: ['Ankara', 'İzmir', 'Van'] },
    { code: 'visits', label: null, dataType: 'INT', options: [] },
    { code: 'plans', label: 'Plans', dataType: 'STRING', options: [] },
  ],
  segments: ['members', 'likely to stay'],
};

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

/** As the server explains a campaign to a reader with `users.read`. */
const EXPLANATION = {
  included: false,
  result: { status: 'SKIPPED', reason: 'CATEGORY_OPTED_OUT', at: new Date(Date.now() - 120_000).toISOString() },
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

const AUDIENCE_OVERLAP = {
  users: [59_020, 402_118],
  pairs: [{ first: 0, second: 1, users: 31_007 }],
  asOf: new Date().toISOString(),
} satisfies AudienceOverlap;

const EXPORT_COLUMNS = {
  items: [
    { code: 'city', label: 'City', private: false },
    { code: 'visits', label: null, private: false },
    { code: 'email', label: 'E-mail', private: true },
  ],
};

export function answerAudience(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/audience/values', { body: AUDIENCE_VALUES })
    .on('POST /apps/shop/audience/sample', { body: AUDIENCE_SAMPLE })
    .on('POST /apps/shop/audience/overlap', { body: AUDIENCE_OVERLAP })
    .on('GET /apps/shop/audience/export/columns', { body: EXPORT_COLUMNS })
    .on('GET /apps/shop/audience/words', { body: AUDIENCE_WORDS })
    .on('POST /apps/shop/audience/preview', { body: AUDIENCE_PREVIEW })
    .on('GET /apps/shop/users/103/explain', { body: EXPLANATION });
}
