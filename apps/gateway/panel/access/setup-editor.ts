import { permissionsOf, requireMayGive } from '#libs/members';
import type { SetupEditor, Viewer } from '#libs/tenancy';
import type { AppCaller } from './member.guard.js';
import { seesPrivate } from './sees-private.js';

/** Who asks, for what private values of users decide. */
export function viewerOf(caller: AppCaller): Viewer {
  return { by: caller.origin.by, seesPrivate: seesPrivate(caller) };
}

/** Who changes the set-up. */
export function editorOf(caller: AppCaller): SetupEditor {
  const permissions = permissionsOf(caller.grants, caller.app.id);
  return {
    ...viewerOf(caller),
    behind: caller.origin.behind ?? [],
    checkKey: (key) => requireMayGive(permissions, key),
  };
}
