import { SYSTEM } from '#libs/audit';
import { AppError } from '#platform/errors';
import type { SetupEditor, Viewer } from '../model/apply.types.js';
import type { Caller } from '../model/api-key.types.js';

/** Herald itself and its operator, who may see and do everything. */
export const OPERATOR: SetupEditor = { by: SYSTEM.by, seesPrivate: true, behind: [], checkKey: () => undefined };

/** A key that changes the set-up. It makes no keys. */
export function editorOfKey({ by, seesPrivate }: Caller): SetupEditor {
  return {
    by,
    seesPrivate,
    behind: [],
    checkKey: () => {
      throw new AppError('key_not_allowed', 'An API key makes no keys');
    },
  };
}

/**
 * Refuses what only a viewer of private values may do.
 *
 * @param reason  the beginning of the refusal: `The target compares 'income', which is private`
 * @throws AppError key_not_allowed for a key, permission_missing for a member
 */
export function requirePrivateView({ by, seesPrivate }: Viewer, reason: string): void {
  if (seesPrivate) {
    return;
  }
  throw by.kind === 'key'
    ? new AppError('key_not_allowed', `${reason}: the API key lacks the scope private`)
    : new AppError('permission_missing', `${reason}: you lack the permission users.private`, {
        field: 'users.private',
      });
}
