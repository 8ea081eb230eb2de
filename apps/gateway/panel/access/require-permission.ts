import { permissionsOf, type Permission } from '#libs/members';
import { AppError } from '#platform/errors';
import type { AppCaller } from './member.guard.js';

/** For what a route needs beside its own permission. @throws AppError permission_missing */
export function requirePermission({ app, grants }: AppCaller, permission: Permission): void {
  if (!permissionsOf(grants, app.id).has(permission)) {
    throw new AppError('permission_missing', `You lack the permission ${permission}`, { field: permission });
  }
}
