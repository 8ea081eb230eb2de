import type { AuditDifference } from '#libs/audit';
import type { Grant } from './permissions.js';

const describe = ({ role, appId }: Grant): string =>
  `${role} of ${appId === null ? 'all applications' : `application ${appId}`}`;

/** A grant that comes, as the audit log names it. */
export const toAddition = (grant: Grant): AuditDifference => ({ change: 'add', subject: describe(grant) });

/** A grant that goes. */
export const toRemoval = (grant: Grant): AuditDifference => ({ change: 'remove', subject: describe(grant) });
