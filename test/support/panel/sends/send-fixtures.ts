import type { PanelSite } from '../panel-site.js';

const MINUTE_MS = 60_000;
const at = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const SEND = {
  key: '1012',
  name: 'Your order has left',
  platforms: ['IOS', 'ANDROID'],
  requestedAt: at(-4),
  finishedAt: null,
  planned: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  waiting: 0,
  isTest: false,
  named: 3,
  reason: null,
  nextAttempt: null,
};
const BUSY = { code: '503', reason: 'PROVIDER_UNAVAILABLE', words: 'Service Unavailable' };

/** Sends in every state that is not over. */
export const SENDS = [
  { ...SEND, id: '701', state: 'APPROVAL' },
  { ...SEND, id: '700', state: 'RETRYING', planned: 4, sent: 2, waiting: 2, reason: BUSY, nextAttempt: at(3) },
  { ...SEND, id: '699', state: 'PAUSED', name: null, planned: 1, waiting: 1 },
  { ...SEND, id: '698', state: 'WAITING', name: null, named: null },
];

const APPROVAL = {
  id: '1300',
  author: { kind: 'key', id: '4', name: 'backend' },
  askedAt: at(-4),
  needed: 2,
  given: 1,
  sends: 3,
  hash: 'a'.repeat(64),
  own: false,
  approved: false,
};
const WAITING = {
  extId: 'customer-101',
  uid: '101',
  installationId: 'Aa1',
  platform: 'IOS',
  status: 'OPEN',
  reason: 'PROVIDER_UNAVAILABLE',
  at: at(3),
};

/** Answers for the screens of transactional sends. */
export function answerSends(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/sends', { body: { items: SENDS, next: null } })
    .on('GET /apps/shop/sends/701', { body: { ...SENDS[0], approval: APPROVAL } })
    .on('GET /apps/shop/sends/700', { body: { ...SENDS[1], approval: null } })
    .on('GET /apps/shop/sends/*/recipients', { body: { items: [WAITING], next: null } });
}
