import { ApprovalService, type WaitingRequest } from '#libs/notifications';
import { ApplicationService } from '#libs/tenancy';
import { withAppContext } from '../../runtime/app-context.js';
import { say } from '../../runtime/environment.js';
import type { Verb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

/** More than anybody reads. */
const LIMIT = 1000;

export const approvalList: Verb = {
  name: 'approval list',
  summary: 'Shows campaigns and sends that wait for approval, the oldest first.',
  operands: '',
  options: { app: { type: 'string' }, json: { type: 'boolean' } },
  explain: { app: 'name of the application (not needed when there is only one)', json: 'one JSON document' },
  async run({ values }) {
    const waiting = await withAppContext(async (context) => {
      const app = await findApp(context.get(ApplicationService), values['app']);
      return context.get(ApprovalService, { strict: false }).listWaiting(app.id, { after: 0, limit: LIMIT });
    });
    if (values['json'] === true) {
      say(JSON.stringify(waiting, null, 2));
    } else {
      waiting.map(formatRequest).forEach(say);
    }
    return 0;
  },
};

function formatRequest({ approvalId, kind, notificationKeys, author, askedAt, needed, given }: WaitingRequest): string {
  const request = kind === 'campaign' ? 'campaign' : `send of notification ${notificationKeys.join(', ')}`;
  return `${String(approvalId).padStart(6)}  ${askedAt.toISOString()}  ${request}, ${given} of ${needed} approvals, by ${author?.name ?? 'unknown'}`;
}
