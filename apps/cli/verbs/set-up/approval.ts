import { ApprovalService, type WaitingRequest } from '#libs/notifications/approvals';
import { ApplicationService } from '#libs/tenancy';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

/** More than anybody reads. */
const LIMIT = 1000;

export const approvalList: RunVerb = async ({ values }, { tell }) => {
  const waiting = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    return context.get(ApprovalService, { strict: false }).listWaiting(app.id, { after: 0, limit: LIMIT });
  });
  waiting.map(formatRequest).forEach(tell);
  return { result: waiting.map(({ dispatchIds: _dispatchIds, ...request }) => request) };
};

function formatRequest({ approvalId, kind, notificationKeys, author, askedAt, needed, given }: WaitingRequest): string {
  const request = kind === 'campaign' ? 'campaign' : `send of notification ${notificationKeys.join(', ')}`;
  return `${String(approvalId).padStart(6)}  ${askedAt.toISOString()}  ${request}, ${given} of ${needed} approvals, by ${author?.name ?? 'unknown'}`;
}
