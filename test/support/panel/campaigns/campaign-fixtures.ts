/** Payloads of the campaign 1234. */
export const PAYLOADS = [
  {
    platform: 'IOS',
    channel: 'apns',
    language: null,
    drawnByApp: false,
    attributes: ['name'],
    installationId: null,
    payload: {
      body: { aps: { alert: { title: 'Spring arrivals', body: 'Members see it first' } } },
      pushType: 'alert',
    },
    reason: null,
  },
  {
    platform: 'ANDROID',
    channel: 'fcm',
    language: 'TURKISH',
    drawnByApp: true,
    attributes: [],
    installationId: null,
    payload: null,
    reason: 'MISSING_ATTRIBUTE',
  },
];

/** Actions on it with their actors. */
export const HISTORY = [
  {
    at: '2026-11-22T09:20:00.000Z',
    by: { kind: 'member', id: '1', name: 'Deniz Aksoy' },
    action: 'campaign.speed',
    to: '5000 in 1 minutes',
  },
  { at: '2026-11-22T09:10:00.000Z', by: { kind: 'key', id: '7', name: 'backend' }, action: 'campaign.start', to: null },
];

/** Its first four minutes, of which the last slot is under way: it begins slowly, and stood still once. */
export const SERIES = {
  start: new Date(Date.now() - 240_000).toISOString(),
  width: 5,
  settled: Array.from({ length: 48 }, (_, slot) =>
    slot === 20 ? 0 : slot < 3 ? 4000 * (slot + 1) : 15_000 + 97 * slot,
  ),
};
