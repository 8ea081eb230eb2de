import { answerHome } from './home/home-fixtures.js';
import { HISTORY, PAYLOADS, SERIES } from './campaigns/campaign-fixtures.js';
import { ACCOUNTS, RESUMED_ACCOUNTS, SMTP_TEST } from './account-fixtures.js';
import { answerApprovals } from './approvals/approval-fixtures.js';
import { answerAudience } from './audience-fixtures.js';
import { AUDIT_ROWS, WHOLE_LOG } from './audit-fixtures.js';
import { PASSKEYS, SESSIONS } from './session-fixtures.js';
import { answerImports } from './imports/import-fixtures.js';
import { GIVEN_SCOPES, KEYS, NEW_SECRET } from './key-fixtures.js';
import { MEMBERS, NEW_LINK, ROLES } from './member-fixtures.js';
import { answerCompose } from './compose/compose-fixtures.js';
import { answerDrafts } from './drafts/draft-fixtures.js';
import { answerGeofences } from './geofences/geofence-fixtures.js';
import { answerJourneys } from './people/journey-fixtures.js';
import { answerMedia } from './media/media-fixtures.js';
import { answerCatalogs } from './catalogs/catalog-fixtures.js';
import { answerTemplates } from './templates/template-fixtures.js';
import { answerPeople } from './people/suppression-fixtures.js';
import { answerSends } from './sends/send-fixtures.js';
import { answerReports } from './reports/report-fixtures.js';
import { answerSetup } from './setup-fixtures.js';
import type { PanelSite } from './panel-site.js';
import { DELIVERIES, MAIL_PAGE } from './simulator-fixtures.js';
import { REASONS } from './reasons/reason-fixtures.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Times lie around now, so that what is relative looks alike on every day. */
function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

const MEMBER = { id: '1', name: 'Deniz Aksoy', email: 'deniz@example.com', locale: 'en', timeZone: 'UTC' };

export const ME = {
  member: { ...MEMBER, theme: null, approvalMails: true, alarmMails: false, digestMails: false },
  session: { provedAt: null, endsAt: ago(-DAY_MS) },
  apps: [
    {
      id: 1,
      key: 'shop',
      name: 'Shop',
      permissions: [
        'campaigns.read',
        'campaigns.write',
        'campaigns.send',
        'campaigns.approve',
        'campaigns.steer',
        'users.read',
        'users.private',
        'reports.read',
        'accounts.write',
        'audit.read',
        'users.import',
        'users.export',
        'users.write',
        'users.erase',
        'members.write',
        'keys.write',
        'definitions.write',
        'setup.write',
        'audience.count',
        'audience.write',
        'templates.write',
      ],
    },
    { id: 2, key: 'news', name: 'News', permissions: ['campaigns.read'] },
  ],
  permissions: [],
  version: '0.2.0 (0f2d639d1a2b)',
  build: 'test',
  demo: true,
};

/** Sending, with every kind of outcome. */
export const SPRING = {
  key: '1234',
  name: 'Spring arrivals, members first',
  label: 'spring',
  state: 'SENDING',
  platforms: ['IOS', 'ANDROID', 'WEB'],
  dueAt: null,
  localTime: null,
  startedAt: ago(4 * MINUTE_MS),
  finishedAt: null,
  planned: 1_204_511,
  sent: 731_004,
  failed: 12_871,
  skipped: 2343,
  inDoubt: 0,
  waiting: 458_293,
  clicks: 18_402,
  opens: 60_211,
  author: { kind: 'member', name: 'Deniz Aksoy' },
};

const FINISHED = {
  ...SPRING,
  key: '1233',
  name: 'November digest',
  label: null,
  state: 'FINISHED',
  platforms: ['EMAIL'],
  startedAt: ago(3 * DAY_MS),
  finishedAt: ago(3 * DAY_MS - 9 * MINUTE_MS),
  planned: 84_120,
  sent: 81_004,
  failed: 2101,
  skipped: 1015,
  waiting: 0,
};
const SCHEDULED = {
  ...SPRING,
  key: '1235',
  name: 'Weekend in İzmir',
  label: null,
  state: 'SCHEDULED',
  dueAt: ago(-DAY_MS),
  startedAt: null,
  planned: 59_020,
  sent: 0,
  failed: 0,
  skipped: 0,
  waiting: 59_020,
  clicks: 0,
  opens: 0,
};
const STOPPED = { ...FINISHED, key: '1230', name: null, state: 'STOPPED', author: { kind: 'key', name: 'REST key' } };
const PAUSED = { ...SPRING, key: '1232', name: 'Order again', state: 'PAUSED', label: 'winback' };

export const CAMPAIGNS = [SPRING, SCHEDULED, FINISHED, PAUSED, STOPPED];

export const CAMPAIGN = {
  ...SPRING,
  byPlatform: [
    { platform: 'IOS', planned: 640_000, sent: 402_118, failed: 4209, skipped: 902, inDoubt: 0, waiting: 232_771 },
    { platform: 'ANDROID', planned: 504_511, sent: 291_550, failed: 8102, skipped: 1320, inDoubt: 0, waiting: 203_539 },
    { platform: 'WEB', planned: 60_000, sent: 37_336, failed: 560, skipped: 121, inDoubt: 0, waiting: 21_983 },
  ],
  rate: { now: 8790, mean: 7420, unit: '1/s' },
  limitedBy: 'account',
  expectedEnd: ago(-MINUTE_MS),
  message: {
    title: { en: 'Spring is here', tr: 'Bahar geldi' },
    text: { en: 'Members see it first.', tr: 'Önce üyeler görür.' },
    sound: 'chime',
  },
  target: { segments: ['members'], profile: { city: { $in: ['Ankara', 'İzmir'] } } },
  options: { ttl: 3600 },
  funnel: [
    { platform: 'IOS', planned: 640_000, sent: 402_118, received: 391_002, opened: 40_211, clicked: 12_466 },
    { platform: 'ANDROID', planned: 504_511, sent: 291_550, received: 280_112, opened: 19_800, clicked: 5700 },
    { platform: 'WEB', planned: 60_000, sent: 37_336, received: null, opened: null, clicked: 236 },
  ],
  asOf: ago(0),
};

export const RECIPIENTS = Array.from({ length: 12 }, (_, index) => ({
  uid: String(101 + index),
  extId: index % 4 === 3 ? null : `customer-${101 + index}`,
  platform: index % 3 === 0 ? 'ANDROID' : 'IOS',
  status: ['SUCCESS', 'SUCCESS', 'FAILED', 'SKIPPED'][index % 4],
  reason: [null, null, 'INVALID_TOKEN', 'CATEGORY_OPTED_OUT'][index % 4],
  at: ago(index * 1700),
  address: 'a1f4…9c',
}));

export const HOME = {
  sending: [SPRING, PAUSED],
  next: [SCHEDULED],
  accounts: [
    { account: 'apns', channel: 'apns', state: 'READY', until: null, reason: null },
    { account: 'fcm', channel: 'fcm', state: 'RESTING', until: ago(-4 * MINUTE_MS), reason: 'RATE_LIMITED' },
    { account: 'smtp', channel: 'smtp', state: 'READY', until: null, reason: null },
  ],
  week: Array.from({ length: 7 }, (_, day) =>
    ['IOS', 'ANDROID', 'EMAIL'].map((platform, index) => ({
      day: ago((6 - day) * DAY_MS).slice(0, 10),
      platform,
      sent: ((day * 37 + index * 53) % 90) * 1000 + 12_000,
      failed: ((day * 11 + index * 7) % 9) * 300,
      skipped: ((day * 5 + index * 3) % 7) * 210,
    })),
  ).flat(),
  unmatchedEvents: 3,
  approvals: 2,
};

export const FOUND_PEOPLE = {
  items: [{ uid: '103', extId: 'tomo', names: 'Tomo Nakagawa', by: ['surname'], createdAt: ago(DAY_MS) }],
  hasMore: false,
};

export const USER = {
  uid: '103',
  extId: 'tomo',
  names: 'Tomo Nakagawa',
  email: 't•••@example.com',
  msisdn: '+81 •• •••• 4471',
  firstSeen: ago(200 * DAY_MS),
  lastSeen: ago(120 * MINUTE_MS),
  devices: [
    {
      installationId: 'a',
      platform: 'IOS',
      model: 'iPhone 17',
      appVersion: 'app 8.2',
      language: 'ja',
      permitted: true,
      tokenState: 'VALID',
      retiredReason: null,
      lastSeen: ago(120 * MINUTE_MS),
      placeAt: ago(DAY_MS),
    },
    {
      installationId: 'b',
      platform: 'FIREFOX',
      model: null,
      appVersion: null,
      language: 'ja',
      permitted: true,
      tokenState: 'VALID',
      retiredReason: null,
      lastSeen: ago(3 * DAY_MS),
      placeAt: null,
    },
    {
      installationId: 'c',
      platform: 'ANDROID',
      model: 'Pixel 9',
      appVersion: 'app 7.9',
      language: 'ja',
      permitted: true,
      tokenState: 'INVALID',
      retiredReason: 'INVALID_TOKEN',
      lastSeen: ago(9 * DAY_MS),
      placeAt: null,
    },
  ],
  consents: [
    { subject: 'PUSH', kind: 'channel', value: true, since: null, source: null },
    { subject: 'EMAIL', kind: 'channel', value: true, since: ago(240 * DAY_MS), source: 'API' },
    { subject: 'SMS', kind: 'channel', value: false, since: null, source: null },
    { subject: 'Offers', kind: 'category', value: false, since: ago(20 * DAY_MS), source: 'LINK' },
    { subject: 'TRACKING', kind: 'tracking', value: null, since: null, source: null },
  ],
  attributes: [
    { name: 'plan', type: 'STRING', value: 'plus', masked: false },
    { name: 'storeId', type: 'STRING', value: null, masked: false },
    { name: 'lifetimeValue', type: 'DOUBLE', value: 412.5, masked: false },
    { name: 'lastSeen', type: 'TIME_STAMP', value: Date.UTC(2025, 10, 3, 9, 5), masked: false },
    // The midnight of Istanbul, as its apps send the day.
    { name: 'memberSince', type: 'DATE', value: Date.UTC(2024, 2, 31, 21), masked: false },
    { name: 'birthday', type: 'DATE', value: null, masked: true },
  ],
  tags: ['vip', 'beta'],
  segments: [
    { name: 'members', asOf: ago(MINUTE_MS) },
    { name: 'likely to stay', asOf: null },
  ],
  merged: null,
};

export const TIMELINE = [
  {
    at: ago(2 * MINUTE_MS),
    kind: 'message',
    title: 'Spring arrivals, members first',
    text: null,
    status: 'SKIPPED',
    reason: 'CATEGORY_OPTED_OUT',
    campaign: '1234',
    isTest: false,
    raw: { messageId: '01a', platform: 'IOS' },
  },
  {
    at: ago(22 * MINUTE_MS),
    kind: 'message',
    title: 'Your order is on its way',
    text: 'It arrives tomorrow. Follow it in the app.',
    status: 'SUCCESS',
    reason: null,
    campaign: null,
    isTest: false,
    raw: { messageId: '01b' },
  },
  {
    at: ago(23 * MINUTE_MS),
    kind: 'event',
    title: 'OrderShipped',
    text: null,
    status: null,
    reason: null,
    campaign: null,
    isTest: false,
    raw: { name: 'OrderShipped', attributes: { carrier: 'Yamato', parcels: 2, address: '***' } },
  },
  {
    at: ago(DAY_MS),
    kind: 'clicked',
    title: 'November digest',
    text: null,
    status: null,
    reason: 'Show',
    campaign: '1233',
    isTest: false,
    raw: { kind: 'clicked', platform: 'IOS', detail: 'Show' },
  },
  {
    at: ago(3 * DAY_MS),
    kind: 'message',
    title: 'November digest',
    text: 'Everything new in one place.',
    status: 'FAILED',
    reason: 'INVALID_TOKEN',
    campaign: '1233',
    isTest: false,
    raw: { messageId: '01c' },
  },
  {
    at: ago(20 * DAY_MS),
    kind: 'consent',
    title: 'Offers',
    text: null,
    status: 'NO',
    reason: 'DEVICE',
    campaign: null,
    isTest: false,
    raw: { subject: 'CATEGORY', category: 'Offers', permitted: false },
  },
];

const page = (items: readonly unknown[]): { body: object } => ({ body: { items, next: null } });

/** Gives every screen something to show. */
export function answerAll(site: PanelSite): PanelSite {
  answerHome(site);
  answerPeople(answerJourneys(answerGeofences(answerDrafts(answerSends(site)))));
  return answerApprovals(
    answerCompose(
      answerImports(answerMedia(answerReports(answerTemplates(answerAudience(answerSetup(answerCatalogs(site))))))),
    ),
  )
    .on('GET /session/ways', {
      body: { passkeys: true, links: true, oidc: 'Work account', first: false },
    })
    .on('GET /me', { body: ME })
    .on('POST /me', ({ body }) => ({ body: { ...ME, member: { ...ME.member, ...(body as object) } } }))
    .on('GET /me/sessions', page(SESSIONS))
    .on('GET /me/passkeys', { body: { items: PASSKEYS, possible: true } })
    .on('GET /me/oidc', { body: { provider: 'Work account', connected: false } })
    .on('GET /apps/shop/home', { body: HOME })
    .on('GET /apps/shop/campaigns', page(CAMPAIGNS))
    .on('GET /apps/shop/campaign-folders', { body: { items: [{ id: '3', name: 'Seasons', campaigns: 2 }] } })
    .on('GET /apps/shop/campaigns/1234', { body: CAMPAIGN })
    .on('GET /apps/shop/campaigns/1234/drills', { body: { possible: false, items: [] } })
    .on('GET /apps/shop/campaigns/1234/series', { body: SERIES })
    .on('GET /apps/shop/campaigns/1234/reasons', page(REASONS))
    .on('GET /apps/shop/campaigns/1234/recipients', page(RECIPIENTS))
    .on('GET /apps/shop/accounts', { body: { accounts: ACCOUNTS } })
    .on('POST /apps/shop/accounts/smtp/test', { body: SMTP_TEST })
    .on('POST /apps/shop/accounts/apns/resume', { body: { accounts: RESUMED_ACCOUNTS } })
    .on('GET /apps/shop/simulators/deliveries', { body: DELIVERIES })
    .on('GET /apps/shop/simulators/deliveries/*', { page: MAIL_PAGE })
    .on('GET /apps/shop/keys', { body: { items: KEYS, scopes: GIVEN_SCOPES, all: true } })
    .on('POST /apps/shop/keys', { body: NEW_SECRET })
    .on('GET /members', { body: { items: MEMBERS } })
    .on('GET /roles', { body: { items: ROLES } })
    .on('POST /members', { body: { member: { ...MEMBERS[2], id: '4' }, link: NEW_LINK, mail: null } })
    .on('GET /apps/shop/audit', page(AUDIT_ROWS))
    .on('POST /apps/shop/audit/verify', { body: WHOLE_LOG })
    .on('GET /apps/shop/campaigns/1234/payloads', { body: { items: PAYLOADS } })
    .on('GET /apps/shop/campaigns/1234/history', { body: { items: HISTORY } })
    .on('POST /apps/shop/users/search', { body: FOUND_PEOPLE })
    .on('GET /apps/shop/users/103', { body: USER })
    .on('GET /apps/shop/users/103/timeline', page(TIMELINE));
}
