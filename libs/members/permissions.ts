/** The rights of members. `noun.verb`; a permission counts for one application or for all. */
export const PERMISSIONS = [
  'campaigns.read',
  'reports.read',
  'campaigns.write',
  'campaigns.send',
  'campaigns.approve',
  'campaigns.steer',
  'audience.count',
  'audience.write',
  'users.read',
  'users.private',
  'users.write',
  'users.import',
  'users.export',
  'users.erase',
  'definitions.write',
  'setup.write',
  'templates.write',
  'accounts.write',
  'keys.write',
  'rehearse',
  'members.write',
  'audit.read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const READING = ['campaigns.read', 'reports.read'] as const satisfies readonly Permission[];

/** The roles that every installation has, the mightiest first. */
export const ROLES = {
  owner: PERMISSIONS,
  admin: PERMISSIONS,
  marketer: [
    ...READING,
    'campaigns.write',
    'campaigns.send',
    'audience.count',
    'audience.write',
    'users.read',
    'templates.write',
    'definitions.write',
  ],
  importer: [...READING, 'users.read', 'users.import'],
  approver: [...READING, 'campaigns.approve', 'campaigns.steer', 'audience.count'],
  analyst: [...READING, 'audience.count'],
  support: [...READING, 'users.read', 'users.private', 'users.write'],
  operator: [
    ...READING,
    'campaigns.steer',
    'definitions.write',
    'setup.write',
    'accounts.write',
    'keys.write',
    'rehearse',
    'audit.read',
  ],
} as const satisfies Record<string, readonly Permission[]>;
export type RoleName = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];

/** A role, for one application or for all (null). */
export interface Grant {
  role: RoleName;
  appId: number | null;
}

export function isSameGrant(left: Grant, right: Grant): boolean {
  return left.role === right.role && left.appId === right.appId;
}

/**
 * Unites the rights of several grants.
 *
 * @param appId  an application; null: what counts for all applications
 */
export function permissionsOf(grants: readonly Grant[], appId: number | null): ReadonlySet<Permission> {
  return new Set(
    grants.filter((grant) => grant.appId === null || grant.appId === appId).flatMap(({ role }) => ROLES[role]),
  );
}

/** Applications in which grants allow something; null: in all. */
export function applicationsWith(grants: readonly Grant[], permission: Permission): readonly number[] | null {
  const allowing = grants.filter(({ role }) => permissionsOf([{ role, appId: null }], null).has(permission));
  const appIds = allowing.flatMap(({ appId }) => appId ?? []);
  return appIds.length < allowing.length ? null : appIds;
}

export function isRoleName(name: string): name is RoleName {
  return Object.hasOwn(ROLES, name);
}

/** Tests if a member sees anything of an application. For a stranger it does not exist. */
export function seesApplication(grants: readonly Grant[], appId: number): boolean {
  return grants.some((grant) => grant.appId === null || grant.appId === appId);
}
