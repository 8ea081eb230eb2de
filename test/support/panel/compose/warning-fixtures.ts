import { CHECK } from './compose-fixtures.js';

const NOTHING = { value: null, n: null, of: null, until: null };

/** A check of a campaign around which many things are not as they should be. */
export const WARNED = {
  ...CHECK,
  seconds: 7200,
  limitedBy: 'speed',
  samples: 2,
  warnings: [
    { ...NOTHING, code: 'account_missing', severity: 'WARNING', field: 'message.platforms', value: 'hms', n: 12 },
    { ...NOTHING, code: 'also_sending', severity: 'WARNING', field: 'schedule', value: 'Offers', n: 2 },
    { ...NOTHING, code: 'lacking_values', severity: 'WARNING', field: 'message.text', value: 'town', n: 358, of: 1234 },
    {
      ...NOTHING,
      code: 'left_without_message',
      severity: 'WARNING',
      field: 'message',
      value: 'TOO_BIG',
      n: 300,
      of: 1234,
    },
    { ...NOTHING, code: 'outlives_ttl', severity: 'WARNING', field: 'message.ttl', n: 7200, of: 3600 },
    { ...NOTHING, code: 'everybody', severity: 'WARNING', field: 'target' },
    { ...NOTHING, code: 'recent_audience', severity: 'WARNING', field: 'target', n: 412, of: 3 },
    { ...NOTHING, code: 'index_behind', severity: 'NOTE', field: 'target', n: 90 },
  ],
};

/** A check of a campaign that could send nothing. */
export const BLOCKED = {
  ...WARNED,
  warnings: [
    { ...NOTHING, code: 'account_paused', severity: 'BLOCKING', field: 'message.platforms', value: 'apns', n: 1234 },
    { ...NOTHING, code: 'account_refused', severity: 'WARNING', field: 'message.platforms', value: 'apns' },
  ],
};

/** A check of a message that lacks something for some people. */
export const GAPPED = {
  ...CHECK,
  blanks: {
    people: 412,
    isComplete: true,
    places: [
      {
        kind: 'missing',
        field: 'text',
        name: 'town',
        line: 1,
        column: 23,
        block: null,
        after: 'Members see it first,',
        offer: '@{town|…}',
        people: 412,
        isForAll: false,
      },
    ],
  },
  warnings: [{ ...NOTHING, code: 'gaps', severity: 'WARNING', field: 'message', n: 412 }],
};

/** Payloads of two of its recipients. */
export const SAMPLES = {
  items: ['Hello Ada', 'Hello Grace'].map((title, index) => ({
    platform: 'IOS',
    channel: 'apns',
    language: null,
    drawnByApp: false,
    attributes: [],
    installationId: `device-${index}`,
    payload: { pushType: 'alert', body: { aps: { alert: { title, body: 'Members see it first.' } } } },
    reason: null,
  })),
  hidden: null,
};

/** Other campaigns within a day. */
export const NEIGHBOURS = {
  items: [
    { key: '1201', name: 'Offers', at: '2030-02-01T09:00:00.000Z', planned: 12_300, users: null, both: 1040 },
    { key: '1202', name: 'News', at: '2030-02-01T17:30:00.000Z', planned: null, users: 500, both: null },
  ],
  isCut: true,
};
