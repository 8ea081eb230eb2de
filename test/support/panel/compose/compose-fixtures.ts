import { doneCheck } from './check-answers.js';
import type { PanelSite } from '../panel-site.js';

/** Payloads that the renderer makes for a device of a person. */
export const PREVIEW = {
  person: false,
  items: [
    {
      platform: 'IOS',
      channel: 'apns',
      language: null,
      drawnByApp: false,
      ownLanguage: null,
      attributes: ['name'],
      installationId: null,
      payload: {
        pushType: 'alert',
        body: { aps: { alert: { title: 'Spring is here', body: 'Members see it first.' }, sound: 'default' } },
      },
      reason: null,
      bytes: 104,
      limit: 4046,
      sms: null,
    },
    {
      platform: 'ANDROID',
      channel: 'fcm',
      language: null,
      drawnByApp: false,
      ownLanguage: null,
      attributes: ['name'],
      installationId: null,
      payload: { message: { notification: { title: 'Spring is here', body: 'Members see it first.' } } },
      reason: null,
      bytes: 81,
      limit: 4046,
      sms: null,
    },
    {
      platform: 'SMS',
      channel: 'sms',
      language: null,
      drawnByApp: false,
      ownLanguage: null,
      attributes: ['name'],
      installationId: null,
      payload: { body: 'Members see it first.', segments: 1 },
      reason: null,
      bytes: 21,
      limit: null,
      sms: { encoding: 'GSM-7', segments: 1, characters: 21, perSegment: 160 },
    },
  ],
  warnings: [
    {
      field: 'message.text',
      code: 'unknown_attribute',
      value: 'town',
      text: 'There is no attribute town: it has no value for anybody',
      blocks: false,
    },
  ],
};

/** Names that texts may have beside attributes. */
const TEMPLATE_NAMES = {
  catalogs: [
    {
      name: 'products',
      key: 'sku',
      fields: [{ code: 'title', type: 'STRING' }],
      selections: [{ name: 'similar', same: ['category'] }],
    },
  ],
  blocks: [{ name: 'footer', params: ['year'] }],
  fetches: [{ name: 'weather', per: 'campaign' }],
};

export const CHECK = {
  hash: 'ab'.repeat(32),
  users: 1301,
  planned: 1234,
  examined: 1234,
  platforms: [
    {
      platform: 'IOS',
      channel: 'apns',
      planned: 1000,
      examined: 1000,
      ready: 988,
      skipped: [{ reason: 'CATEGORY_OPTED_OUT', n: 12 }],
      failed: [],
      waits: false,
      missing: [],
    },
    {
      platform: 'ANDROID',
      channel: 'fcm',
      planned: 234,
      examined: 234,
      ready: 230,
      skipped: [],
      failed: [{ reason: 'MISSING_ATTRIBUTE', n: 4 }],
      waits: true,
      missing: [{ name: 'name', n: 58 }],
    },
  ],
  leftOut: [
    { kind: 'push', reason: 'NO_DEVICE', users: 90 },
    { kind: 'push', reason: 'OPTED_OUT', users: 11 },
  ],
  unserved: [],
  seconds: 1,
  limitedBy: null,
  policy: null,
  blanks: null,
  warnings: [],
  samples: 0,
  startsAt: null,
  needsApproval: false,
  approvals: 0,
};

export function answerCompose(site: PanelSite): PanelSite {
  return site
    .on('POST /apps/shop/compose/preview', { body: PREVIEW })
    .on('GET /apps/shop/compose/neighbours', { body: { items: [], isCut: false } })
    .on('GET /apps/shop/compose/names', { body: TEMPLATE_NAMES })
    .on('GET /apps/shop/compose/categories', { body: { items: ['News', 'Offers'] } })
    .on('POST /apps/shop/compose/check', { body: doneCheck(CHECK) })
    .on('GET /apps/shop/testers', {
      body: { items: [{ uid: '7', extId: 'tess', names: 'Tess', devices: 1 }], more: false },
    })
    .on('GET /apps/shop/own-users', {
      body: {
        items: [{ user: { uid: '8', extId: 'deniz', names: null, devices: 2 }, provedAt: '2026-11-20T12:00:00.000Z' }],
      },
    })
    .on('POST /apps/shop/compose/test', {
      body: { id: '40', key: '1300', people: [{ uid: '7', extId: 'tess' }], others: [] },
    })
    .on('POST /apps/shop/compose/launch', { body: { key: '1234', waits: false } });
}
