const DAY_MS = 24 * 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** The reader, someone of one application, and someone who did not come yet. */
export const MEMBERS = [
  {
    id: '1',
    name: 'Deniz Aksoy',
    email: 'deniz@example.com',
    grants: [{ role: 'owner', app: null }],
    createdAt: ago(90 * DAY_MS),
    lastSeenAt: ago(60_000),
    invitedUntil: null,
  },
  {
    id: '2',
    name: 'Mira Holt',
    email: null,
    grants: [
      { role: 'marketer', app: 'shop' },
      { role: 'analyst', app: 'news' },
    ],
    createdAt: ago(40 * DAY_MS),
    lastSeenAt: ago(2 * DAY_MS),
    invitedUntil: null,
  },
  {
    id: '3',
    name: 'Jo Anders',
    email: 'jo@example.com',
    grants: [{ role: 'support', app: 'shop' }],
    createdAt: ago(DAY_MS),
    lastSeenAt: null,
    invitedUntil: ago(-2 * DAY_MS),
  },
];

export const ROLES = [
  { name: 'owner', permissions: ['campaigns.read', 'campaigns.send', 'members.write', 'audit.read'] },
  { name: 'marketer', permissions: ['campaigns.read', 'campaigns.write', 'audience.count'] },
  { name: 'support', permissions: ['campaigns.read', 'users.read', 'users.private', 'users.write'] },
];

export const NEW_LINK = { token: 'q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng', endsAt: ago(-3 * DAY_MS) };
