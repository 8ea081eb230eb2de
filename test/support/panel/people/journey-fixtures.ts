import type { PanelSite } from '../panel-site.js';

const FIGURES = { entered: 1240, inside: 312, left: 928, converted: 334, late: 3, looped: 2 };
const CART = { id: '3', name: 'Abandoned cart', state: 'on', version: 2, ...FIGURES };
const JOURNEYS = [
  CART,
  {
    id: '5',
    name: 'Welcome',
    state: 'paused',
    version: 1,
    entered: 88,
    inside: 41,
    left: 47,
    converted: 0,
    late: 0,
    looped: 0,
  },
  {
    id: '6',
    name: 'A-journey-with-a-very-long-name-without-a-break-in-it',
    state: 'off',
    version: 7,
    entered: 1_204_555,
    inside: 0,
    left: 1_204_555,
    converted: 88_120,
    late: 0,
    looped: 0,
  },
];
const NOTHING = { event: null, message: null, platforms: [], ms: null, people: null, time: null, attribute: null };
const LINE = { depth: 0, way: null };
const LOOK = { ...NOTHING, id: 'look', kind: 'waitFor', event: 'ProductViewed', ms: 172_800_000 };
const LAST = { ...NOTHING, id: 'last', kind: 'send', message: 'cart goodbye' };
const LOOKED = { ...NOTHING, id: 'looked', kind: 'exit' };
const STEPS = [
  { ...NOTHING, id: 'hour', kind: 'wait', ms: 3_600_000, ...LINE, inside: 51, passed: 1104 },
  { ...NOTHING, id: 'reminder', kind: 'send', message: 'cart reminder', ...LINE, inside: 0, passed: 1104 },
  { ...LOOK, ...LINE, inside: 258, passed: 730 },
  { ...LOOKED, depth: 1, way: 'came', inside: 0, passed: 244 },
  { ...LAST, ...LINE, inside: 0, passed: 486 },
  { ...NOTHING, id: 'evening', kind: null, ...LINE, inside: 3, passed: 82 },
];
const VERSIONS = [
  { version: 2, entered: 1102, inside: 309, left: 793, converted: 301, late: 3, looped: 2 },
  { version: 1, entered: 138, inside: 3, left: 135, converted: 33, late: 0, looped: 0 },
];
const PERIOD = {
  from: '2025-10-26',
  to: '2026-11-30',
  entered: 1240,
  left: 928,
  converted: 334,
  steps: [
    { id: 'hour', passed: 1104, left: [{ name: 'GOAL', people: 85 }], ways: [] },
    {
      id: 'look',
      passed: 730,
      left: [
        { name: 'GOAL', people: 213 },
        { name: 'LATE', people: 4 },
      ],
      ways: [
        { name: 'came', people: 244 },
        { name: 'else', people: 486 },
      ],
    },
    { id: 'looked', passed: 244, left: [{ name: 'EXIT', people: 244 }], ways: [] },
  ],
};
const PEOPLE = ['customer-101', 'ada', null].map((extId, n) => ({
  uid: String(103 + n),
  extId,
  version: 2,
  key: `c-${17 + n}`,
  enteredAt: '2026-11-20T08:00:00.000Z',
  since: '2026-11-20T09:00:00.000Z',
  until: `2099-11-2${2 + n}T09:00:00.000Z`,
}));
const VISIT = { id: '3', name: CART.name, state: 'on', isRemoved: false, version: 2, key: 'c-17' };
const PERSON = {
  inside: [
    {
      ...VISIT,
      enteredAt: '2026-11-20T08:00:00.000Z',
      step: LOOK,
      ways: [],
      since: '2026-11-20T09:00:00.000Z',
      until: '2099-11-22T09:00:00.000Z',
      isWoken: false,
      next: LAST,
      came: LOOKED,
    },
  ],
  past: [
    {
      ...VISIT,
      key: 'c-9',
      enteredAt: '2026-11-03T08:00:00.000Z',
      step: { ...NOTHING, id: 'hour', kind: 'wait', ms: 3_600_000 },
      ways: [{ step: 'look', way: 'came', at: '2026-11-03T08:30:00.000Z', unmet: null }],
      leftAt: '2026-11-03T08:40:00.000Z',
      reason: 'GOAL',
    },
  ],
  next: null,
};

const REPLAY = {
  id: '7',
  state: 'DONE',
  share: 1,
  version: 2,
  days: 30,
  by: 'Ada',
  askedAt: '2030-02-01T12:00:00.000Z',
  fault: null,
  report: {
    from: '2030-01-02T12:00:00.000Z',
    to: '2030-02-01T12:00:00.000Z',
    entered: 5200,
    sent: 3100,
    converted: 1400,
    inside: 12,
    entries: [{ day: '2030-01-31', entered: 190, really: 180 }],
    messages: [{ day: '2030-01-31', platform: 'IOS', messages: 210, really: 212 }],
    reasons: [
      { reason: 'END', count: 3700 },
      { reason: 'GOAL', count: 1400 },
    ],
    refused: [{ reason: 'again', count: 4 }],
    twiceInWeek: 82,
    afterHours: 40,
    afterCaps: 0,
    decisions: 5200,
    onPresent: 310,
    cost: [{ currency: 'EUR', amount: 12.5 }],
    mostPerDay: 260,
    proposedPerDay: 520,
    difference: null,
  },
};

const ALARM = {
  kind: 'STOPPED',
  step: 'look',
  hours: 3,
  seen: 0,
  usual: 41,
  beganAt: '2030-02-01T12:00:00.000Z',
  endedAt: null,
};

const DIGEST = {
  from: '2030-01-25T12:00:00.000Z',
  to: '2030-02-01T12:00:00.000Z',
  items: [
    {
      id: '3',
      name: 'Abandoned cart',
      state: 'on',
      entered: 1200,
      left: 1100,
      converted: 340,
      enteredBefore: 1150,
      convertedBefore: 360,
      alarms: [ALARM],
    },
  ],
};

const REQUEST = {
  id: '4',
  author: 'Bob',
  askedAt: '2030-02-01T12:00:00.000Z',
  state: 'on',
  isChanged: true,
  text: '{ "name": "cart" }',
  own: null,
  isVoid: false,
  hash: 'f'.repeat(64),
  perDay: 500,
  needed: 2,
  given: 1,
  forecast: REPLAY,
};

/** Journeys of the shop, one of them with its people, and those of a person. */
export function answerJourneys(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/journeys', { body: { items: JOURNEYS } })
    .on('GET /apps/shop/journeys/3', {
      body: {
        ...CART,
        entryBy: 'event',
        entry: 'CartFilled',
        entryKey: 'cartId',
        goal: 'Order',
        hidesSteps: false,
        changedTexts: [],
        steps: STEPS,
        versions: VERSIONS,
      },
    })
    .on('GET /apps/shop/journeys/3/period', { body: PERIOD })
    .on('GET /apps/shop/journeys/3/replay', { body: { replay: REPLAY } })
    .on('GET /apps/shop/journeys/3/request', { body: { request: REQUEST } })
    .on('GET /apps/shop/journeys/3/alarms', { body: { items: [ALARM] } })
    .on('GET /apps/shop/journey-digest', { body: DIGEST })
    .on('GET /apps/shop/journeys/3/positions', { body: { items: [] } })
    .on('GET /apps/shop/journey-drafts', { body: { items: [] } })
    .on('GET /apps/shop/journeys/3/people', { body: { items: PEOPLE, next: null } })
    .on('GET /apps/shop/users/103/journeys', { body: PERSON });
}
