import { type LedgerReport, LedgerCheckService } from '#libs/delivery/ledger-check';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { Outcome } from '../../runtime/output.js';
import { findApp } from '../arguments.js';

/**
 * Checks the ledger of one campaign, or of every send of a definition.
 *
 * @returns with the exit code 0 when it is consistent, else 1
 * @throws OperatorError for a key that the application does not have
 */
export async function auditCampaign(key: unknown, appName: unknown, tell: (line: string) => void): Promise<Outcome> {
  const notificationKey = Number(key);
  if (!Number.isSafeInteger(notificationKey) || notificationKey < 1 || notificationKey >= 2 ** 31) {
    throw new OperatorError('--campaign takes a notification key, for example --campaign 12.');
  }
  const audits = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), appName);
    return context.get(LedgerCheckService).checkLedger(app.id, notificationKey);
  });
  if (audits.length === 0) {
    throw new OperatorError(
      `The notification key ${notificationKey} has no sends to check: nothing was sent, or its results are past their retention.`,
    );
  }
  audits.flatMap(formatAudit).forEach(tell);
  return { result: audits, code: audits.every(({ findings }) => findings.length === 0) ? 0 : 1 };
}

function formatAudit({
  dispatchId,
  state,
  planned,
  chunkCounts,
  retries,
  inDoubt,
  findings,
  resultCounts,
}: LedgerReport): string[] {
  const { success, failed, skipped } = chunkCounts;
  const finished = success + failed + skipped;
  const open = planned - finished;
  const totals = `${planned} planned = ${success} success + ${failed} failed + ${skipped} skipped`;
  const openPart = open > 0 ? ` + ${open} open (${retries} of them wait to be tried again)` : '';
  const unconfirmed = inDoubt > 0 ? `; ${inDoubt} were in doubt` : '';
  const expired = resultCounts ? '' : '; results are past their retention, only counters are left';
  return [
    `${findings.length === 0 ? 'ok     ' : 'FAILED '} dispatch ${dispatchId}, ${state}: ${totals}${openPart}${unconfirmed}${expired}`,
    ...findings.map((finding) => `        ${finding}`),
  ];
}
