import { SCOPES, type KeyExtent, type Scope } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import type { Permission } from './permissions.js';

/**
 * Permissions of members that each scope of a REST key corresponds to. The scope covers every operation that asks for it, so
 * `users` has deletions and imports too, and `reports` lists recipients.
 */
export const PERMISSIONS_OF_SCOPE = {
  users: ['users.read', 'users.write', 'users.import', 'users.erase'],
  'device-tokens': ['users.private', 'users.export'],
  private: ['users.private'],
  events: ['users.read', 'users.write'],
  geofences: ['setup.write'],
  catalogs: ['setup.write'],
  inbox: ['users.read', 'users.private', 'users.write'],
  audience: ['audience.count', 'users.read'],
  'segment-users': ['audience.count', 'users.read', 'users.export'],
  notifications: ['campaigns.write', 'campaigns.send', 'campaigns.steer'],
  approve: ['campaigns.approve'],
  reports: ['campaigns.read', 'reports.read', 'users.read', 'users.export'],
  erasure: ['users.erase'],
  audit: ['audit.read'],
  setup: ['definitions.write', 'setup.write', 'audience.write', 'accounts.write'],
} as const satisfies Record<Scope, readonly Permission[]>;

/** Scopes that a member may give to a REST key, in their usual order. @param permissions  in the key's application */
export function listScopesToGive(permissions: ReadonlySet<Permission>): Scope[] {
  return SCOPES.filter((scope) => findLacking(permissions, scope) === undefined);
}

/** Tests if a member may make a key, or learn another secret of it. Keys of apps and pages are public, and have no scopes. */
export function mayGive(permissions: ReadonlySet<Permission>, key: KeyExtent): boolean {
  return findBeyond(permissions, key) === undefined;
}

/**
 * Refuses a key that may do more than its maker.
 *
 * @param permissions  of the maker in the key's application
 * @throws AppError permission_missing that names the first scope and the permission behind it
 */
export function requireMayGive(permissions: ReadonlySet<Permission>, key: KeyExtent): void {
  const beyond = findBeyond(permissions, key);
  if (beyond) {
    const all = (key.scopes ?? null) === null ? 'A REST key without a list of scopes has all of them. ' : '';
    const text = `${all}A key with the scope ${beyond.scope} may do more than you: you lack the permission ${beyond.lacking}`;
    throw new AppError('permission_missing', text, { field: 'scopes' });
  }
}

/** The first scope of a key that is more than its maker has, and what is lacking. */
function findBeyond(
  permissions: ReadonlySet<Permission>,
  { kind, scopes }: KeyExtent,
): { scope: Scope; lacking: Permission } | undefined {
  for (const scope of kind === 'rest' ? (scopes ?? SCOPES) : []) {
    const lacking = findLacking(permissions, scope);
    if (lacking !== undefined) {
      return { scope, lacking };
    }
  }
  return undefined;
}

function findLacking(permissions: ReadonlySet<Permission>, scope: Scope): Permission | undefined {
  return PERMISSIONS_OF_SCOPE[scope].find((permission) => !permissions.has(permission));
}
