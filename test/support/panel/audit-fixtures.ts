const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const CLIENT = { requestId: 'req-2077', address: '192.0.2.7', session: '7' };

/** Entries of the audit log, the newest first. */
export const AUDIT_ROWS = [
  {
    number: 4,
    at: ago(3),
    by: { kind: 'member', id: '1', name: 'Deniz Aksoy' },
    action: 'campaign.speed',
    subject: 'campaign 1234',
    differences: [{ change: 'change', subject: 'speed', from: null, to: '500 every 60 s' }],
    ...CLIENT,
  },
  {
    number: 3,
    at: ago(9),
    by: { kind: 'key', id: '12', name: 'REST key' },
    action: 'campaign.start',
    subject: 'campaign 1230',
    differences: [],
    ...CLIENT,
    session: null,
  },
  {
    number: 2,
    at: ago(70),
    by: { kind: 'cli', id: 'root', name: 'root' },
    action: 'setup.apply',
    subject: 'application shop',
    differences: [
      { change: 'add', subject: 'category: offers', from: null, to: 'Offers' },
      { change: 'change', subject: 'settings: timeZone', from: 'Europe/Berlin', to: 'Europe/Istanbul' },
    ],
    requestId: null,
    address: null,
    session: null,
  },
  {
    number: 1,
    at: ago(80),
    by: { kind: 'system', id: 'herald', name: 'Herald' },
    action: 'account.pause',
    subject: 'account fcm',
    differences: [],
    requestId: null,
    address: null,
    session: null,
  },
];

/** The check of an unaltered log. */
export const WHOLE_LOG = { whole: true, first: 1, last: 4, head: 'f3a1'.repeat(16), faultAt: null, fault: null };
