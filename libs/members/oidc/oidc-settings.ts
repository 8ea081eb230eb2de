import { ConfigError, type Config } from '#platform/config';
import { isRoleName, ROLE_NAMES, type RoleName } from '../permissions.js';

/** A role that a group gives. @property app  name of the application; null: all of them */
export interface GroupRole {
  role: RoleName;
  app: string | null;
}

/** The provider that members sign in with, and what its groups are worth. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  groupsClaim: string;
  /** For people. */
  title: string;
  roles: ReadonlyMap<string, readonly GroupRole[]>;
}

const FORM = 'GROUP=APPLICATION:ROLE, with commas between roles and semicolons between groups';

/** @returns null where no provider is set. @throws ConfigError with every fault of OIDC_ROLES */
export function readOidcSettings(config: Readonly<Config>): OidcSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) {
    return null;
  }
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scopes: config.OIDC_SCOPES,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    title: config.OIDC_NAME,
    roles: parseRoles(config.OIDC_ROLES ?? ''),
  };
}

/**
 * Reads which group gives which roles, for example `herald-admins=*:owner;shop=shop:marketer,shop:approver`. The last `=`
 * ends the name of a group, because names of directories have some themselves.
 *
 * @throws ConfigError with every fault
 */
export function parseRoles(text: string): Map<string, GroupRole[]> {
  const faults: string[] = [];
  const roles = new Map<string, GroupRole[]>();
  for (const entry of text.split(';').filter((part) => part.trim() !== '')) {
    const end = entry.lastIndexOf('=');
    const group = entry.slice(0, Math.max(end, 0)).trim();
    if (group === '') {
      faults.push(`OIDC_ROLES: "${entry.trim()}" is not of the form ${FORM}`);
    } else if (roles.has(group)) {
      faults.push(`OIDC_ROLES names the group "${group}" twice`);
    } else {
      roles.set(
        group,
        entry
          .slice(end + 1)
          .split(',')
          .flatMap((grant) => parseRole(group, grant.trim(), faults)),
      );
    }
  }
  if (faults.length > 0) {
    throw new ConfigError(faults);
  }
  return roles;
}

function parseRole(group: string, text: string, faults: string[]): GroupRole[] {
  const end = text.lastIndexOf(':');
  const [app, role] = [text.slice(0, Math.max(end, 0)).trim(), text.slice(end + 1).trim()];
  if (app === '') {
    faults.push(`OIDC_ROLES: "${text}" of the group "${group}" is not of the form APPLICATION:ROLE`);
    return [];
  }
  if (!isRoleName(role)) {
    faults.push(`OIDC_ROLES: there is no role "${role}"; there are ${ROLE_NAMES.join(', ')}`);
    return [];
  }
  return [{ role, app: app === '*' ? null : app }];
}
