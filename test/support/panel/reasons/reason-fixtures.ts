export const REASONS = [
  {
    platform: 'IOS',
    status: 'FAILED',
    reason: 'INVALID_TOKEN',
    n: 11_020,
    examples: [
      { extId: 'ayse.k', uid: '101' },
      { extId: 'm-2217', uid: '102' },
    ],
  },
  {
    platform: 'ANDROID',
    status: 'FAILED',
    reason: 'EXPIRED',
    n: 1851,
    examples: [
      { extId: 'tomo', uid: '103' },
      { extId: 'u-90114', uid: '104' },
    ],
  },
  {
    platform: 'IOS',
    status: 'SKIPPED',
    reason: 'CATEGORY_OPTED_OUT',
    n: 1902,
    examples: [{ extId: null, uid: '10032' }],
  },
  {
    platform: 'WEB',
    status: 'SKIPPED',
    reason: 'MOVED',
    n: 441,
    examples: [{ extId: 'o.demir', uid: '105' }],
  },
];

/** Recipients of the campaign 1234 with their results. */
