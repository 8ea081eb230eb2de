import type { PanelSite } from '../panel-site.js';

const DAYS = 30;
const START = Date.parse('2030-01-03T00:00:00Z');
const USERS = 118_240;

export const HOME_FIGURES = {
  days: DAYS,
  sums: {
    campaigns: 6,
    planned: 204_310,
    sent: 198_745,
    failed: 2210,
    skipped: 3355,
    waiting: 0,
    received: 60_112,
    receivable: 121_400,
    opened: 24_118,
    openable: 70_345,
    clicked: 9871,
    machineOpened: 3120,
    machineClicked: 402,
  },
  unsubscribed: 214,
  best: { key: '1231', title: 'Members first', sent: 12_040, clicked: 1204 },
  worst: { key: '1229', title: 'Winter sale', sent: 59_020, clicked: 590 },
  least: 100,
  asOf: '2030-02-01T12:00:00.000Z',
};
export const HOME_AUDIENCE = {
  now: 121_077,
  days: Array.from({ length: DAYS }, (_, index) => ({
    day: new Date(START + index * 86_400_000).toISOString().slice(0, 10),
    users: USERS + index * 97,
  })),
};
export const HOME_FAILURES = {
  items: [
    {
      extId: 'tomo',
      uid: '103',
      platform: 'EMAIL',
      reason: 'HARD_BOUNCE',
      key: '1234',
      title: 'Spring arrivals, members first',
      at: '2030-02-01T11:58:00.000Z',
    },
    {
      extId: null,
      uid: null,
      platform: 'IOS',
      reason: 'INVALID_TOKEN',
      key: null,
      title: 'Your parcel is on its way',
      at: '2030-02-01T11:40:00.000Z',
    },
  ],
};
export const FIRST_STEPS = {
  items: [
    { step: 'account', done: true },
    { step: 'people', done: false },
    { step: 'attribute', done: false },
    { step: 'campaign', done: false },
    { step: 'colleague', done: false },
  ],
};

/** Answers the parts of the home; the first steps are taken. */
export function answerHome(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/home/figures', { body: HOME_FIGURES })
    .on('GET /apps/shop/home/audience', { body: HOME_AUDIENCE })
    .on('GET /apps/shop/home/failures', { body: HOME_FAILURES })
    .on('GET /apps/shop/home/steps', { body: { items: [] } });
}
