import { hostname, userInfo } from 'node:os';
import type { Origin } from '#libs/audit';

/** The account of the machine that runs a verb, for the audit log. */
export function operatorOrigin(): Origin {
  const user = nameOfUser();
  return { by: { kind: 'cli', id: user, name: `${user}@${hostname()}` } };
}

/** A user id without an entry in the password file has no name, as in some containers. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
