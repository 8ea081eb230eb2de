import { requirePrivateView, type Difference, type Viewer } from '#libs/tenancy';

/** Entry of the audit log for values that were private, and are shown to everyone who may see users. */
export const SHOWN = { from: 'private', to: 'not private' } as const satisfies Partial<Difference>;

/**
 * Refuses a change by which values of an attribute are private no more. Who may not see them could read them so.
 *
 * @param path  place of the attribute, for the error
 * @throws AppError key_not_allowed, permission_missing
 */
export function requireMayShow(editor: Viewer, path: string): void {
  requirePrivateView(editor, `${path} would not be private any more, and the values that users have would be shown`);
}
