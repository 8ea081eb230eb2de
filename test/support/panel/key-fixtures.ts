const DAY_MS = 24 * 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const OPEN = { rotatable: true, scopes: null, addresses: null, origins: null, endsAt: null, expiresAt: null } as const;

/** One that is valid, one that ends soon, one that has ended. */
export const KEYS = [
  {
    ...OPEN,
    id: '1',
    kind: 'rest',
    name: 'backend',
    prefix: 'k3Yb',
    createdAt: ago(90 * DAY_MS),
    lastUsedAt: ago(60_000),
  },
  {
    ...OPEN,
    id: '2',
    kind: 'rest',
    name: 'reports',
    prefix: 'pQ7z',
    scopes: ['reports'],
    addresses: ['10.0.0.0/8'],
    createdAt: ago(40 * DAY_MS),
    endsAt: ago(-DAY_MS),
    lastUsedAt: ago(DAY_MS),
  },
  {
    ...OPEN,
    id: '3',
    kind: 'js',
    name: 'shop page',
    prefix: 'web1',
    createdAt: ago(200 * DAY_MS),
    endsAt: ago(DAY_MS),
    lastUsedAt: null,
  },
];

/** Scopes that the reader may give to a key. */
export const GIVEN_SCOPES = ['users', 'events', 'notifications'];

export const NEW_SECRET = {
  key: { ...KEYS[0], id: '4', name: 'crm' },
  secret: 'k4Zc-this-is-told-once-and-never-again',
};
