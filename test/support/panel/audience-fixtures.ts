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

export function answerAudience(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/audience/words', { body: AUDIENCE_WORDS })
    .on('POST /apps/shop/audience/preview', { body: AUDIENCE_PREVIEW });
}
