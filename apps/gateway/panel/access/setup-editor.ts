import { permissionsOf, requireMayGive } from '#libs/members';
import type { SetupEditor, Viewer } from '#libs/tenancy';
import type { AppCaller } from './member.guard.js';
import { originOf } from './own-writer.js';
import { seesPrivate } from './sees-private.js';

/** The member of a request, for answers that depend on private values. */
export function viewerOf(caller: AppCaller): Viewer {
  return { by: caller.origin.by, seesPrivate: seesPrivate(caller) };
}

/** The member of a request that changes definitions. */
export function definitionWriterOf(caller: AppCaller) {
  return { ...originOf(caller), seesPrivate: seesPrivate(caller) };
}

/** The member of a request that changes the set-up. */
export function editorOf(caller: AppCaller): SetupEditor {
  const permissions = permissionsOf(caller.grants, caller.app.id);
  return {
    ...viewerOf(caller),
    by: caller.origin.by,
    behind: caller.origin.behind ?? [],
    checkKey: (key) => requireMayGive(permissions, key),
  };
}
