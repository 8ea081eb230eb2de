const DAY_MS = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Ways to sign in without a link. */
export const PASSKEYS = [{ id: '1', name: 'Laptop', createdAt: ago(40 * DAY_MS), usedAt: ago(DAY_MS) }];

/** Sessions of a member. */
export const SESSIONS = [
  {
    id: '7',
    method: 'link',
    createdAt: ago(DAY_MS),
    seenAt: ago(0),
    address: '127.0.0.1',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    current: true,
  },
  {
    id: '6',
    method: 'link',
    createdAt: ago(4 * DAY_MS),
    seenAt: ago(2 * DAY_MS),
    address: '192.0.2.7',
    agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_4) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15',
    current: false,
  },
];
