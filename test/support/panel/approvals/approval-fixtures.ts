import { doneCheck } from '../compose/check-answers.js';
import { CHECK } from '../compose/compose-fixtures.js';
import type { PanelSite } from '../panel-site.js';

const HOUR_MS = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

const PAYLOAD = {
  platform: 'IOS',
  channel: 'apns',
  language: null,
  drawnByApp: false,
  attributes: [],
  installationId: null,
  payload: { pushType: 'alert', body: { aps: { alert: { title: 'Weekend', body: 'Everything 30 % off' } } } },
  reason: null,
};

/** Two approvals for more than a thousand. */
const STEPS = [
  { from: 100, approvers: 1 },
  { from: 1000, approvers: 2 },
  { from: 5000, approvers: 3 },
];

/** The draft as the author typed it. */
export const DRAFT = {
  message: {
    title: 'Weekend in İzmir',
    text: 'Everything 30 % off',
    platforms: ['IOS'],
    ios: { title: 'Weekend' },
  },
  target: { segment: ['members'] },
};

const WAITING = {
  key: '1240',
  name: 'Weekend in İzmir',
  author: { kind: 'member', name: 'Mira Holt' },
  askedAt: at(-2),
  needed: 2,
  given: 1,
  planned: 1210,
  upTo: 5000,
  startsAt: at(20),
  expiresAt: at(20),
  own: null,
};

/** A request of an API key, so that the number is unknown. */
const OF_KEY = {
  ...WAITING,
  key: '1239',
  name: 'November digest',
  author: { kind: 'key', name: 'backend' },
  needed: 1,
  given: 0,
  planned: null,
  upTo: null,
  startsAt: null,
  expiresAt: null,
};

/** A request of the reader. */
const OWN = {
  ...WAITING,
  key: '1241',
  name: 'Order again',
  own: 'AUTHOR',
  given: 0,
  author: { kind: 'member', name: 'Deniz Aksoy' },
};

/** It came in place of 1238, and one of two has approved it. */
export const REVIEW = {
  ...WAITING,
  state: 'WAITING',
  hash: 'cd'.repeat(32),
  votes: [{ by: { kind: 'member', name: 'Tomo Nakagawa' }, at: at(-1), words: 'Good, but not before noon.' }],
  outgrown: null,
  told: 3,
  hasMail: true,
  decidedBy: null,
  words: null,
  draft: DRAFT,
  target: { type: 'segment', mode: 'any', names: ['members'] },
  terms: {
    localTime: null,
    speed: { packageSize: 1000, intervalMins: 90 },
    limit: 50_000,
    holdout: 0.1,
    priority: 'high',
    categories: ['News'],
    label: 'spring',
    ttlSeconds: 7200,
  },
  revises: '1238',
  revision: null,
  differences: [
    { field: 'message.languages.tr.text', from: null, to: '"Her şey % 30 indirimli"' },
    { field: 'message.ttlSeconds', from: null, to: '7200' },
    { field: 'message.text', from: '"Everything 20 % off"', to: '"Everything 30 % off"' },
    { field: 'options.startTime', from: null, to: '"2030-02-01T12:00:00.000Z"' },
    { field: 'target.type', from: '"all"', to: '"segment"' },
    { field: 'target.names', from: null, to: '["members"]' },
  ],
  earlierTarget: { type: 'all' },
};

export const OWN_REVIEW = {
  ...REVIEW,
  ...OWN,
  hasMail: false,
  votes: [],
  revises: null,
  differences: [],
  earlierTarget: null,
};

export const REJECTED = {
  ...OWN_REVIEW,
  key: '1237',
  state: 'REJECTED',
  decidedBy: { kind: 'member', name: 'Mira Holt' },
  words: 'The price is wrong.\nIt ends on Sunday.',
};

export const REVIEW_CHECK = { ...CHECK, hash: REVIEW.hash };

export function answerApprovals(site: PanelSite): PanelSite {
  return [REVIEW, OWN_REVIEW, REJECTED]
    .reduce(
      (answering, review) =>
        answering
          .on(`GET /apps/shop/approvals/${review.key}`, { body: review })
          .on(`GET /apps/shop/campaigns/${review.key}/payloads`, { body: { items: [PAYLOAD] } }),
      site,
    )
    .on('GET /apps/shop/approvals', { body: { steps: STEPS, items: [OF_KEY, WAITING, OWN] } })
    .on('POST /apps/shop/approvals/1240/check', { body: doneCheck(REVIEW_CHECK) })
    .on('POST /apps/shop/approvals/1240/approve', {
      body: { ...REVIEW, state: 'APPROVED', given: 2, own: 'APPROVED' },
    })
    .on('POST /apps/shop/approvals/1240/reject', { body: { ...REVIEW, state: 'REJECTED' } })
    .on('POST /apps/shop/approvals/1241/withdraw', { body: { ...OWN_REVIEW, state: 'WITHDRAWN' } });
}
