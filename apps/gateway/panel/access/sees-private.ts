import { permissionsOf } from '#libs/members';
import type { AppCaller } from './member.guard.js';

/** Tests if a member may see private values of users. */
export function seesPrivate({ grants, app }: AppCaller): boolean {
  return permissionsOf(grants, app.id).has('users.private');
}

/** Tests if a member may look people up. */
export function seesPeople({ grants, app }: AppCaller): boolean {
  return permissionsOf(grants, app.id).has('users.read');
}
