import { withTimeout } from '#platform/async';
import { explainDatabaseError } from '#platform/db';
import type { RunVerb } from '../../runtime/verb.js';
import { auditCampaign } from '../data/audit-campaign.js';
import { failed, type Check, type Finding, type FindingStatus, type Surroundings } from './doctor/check.js';
import { CHECKS } from './doctor-checks.js';
import { settingsCheck } from './doctor/machine/check-settings.js';
import { queueCheck } from './doctor/queue/check-queue.js';
import { findSurroundings } from './doctor/surroundings.js';

/** For a single check: one that hangs must not hide the others. */
const TIMEOUT_MS = 30_000;

const LABELS: Readonly<Record<FindingStatus, string>> = { ok: 'ok', warning: 'WARNING', failed: 'FAILED' };

export const doctor: RunVerb = async ({ values }, { tell }) => {
  if (values['campaign'] !== undefined) {
    return auditCampaign(values['campaign'], values['app'], tell);
  }
  const checks = values['queue'] === true ? [settingsCheck, queueCheck] : CHECKS;
  const findings: ({ check: string } & Finding)[] = [];
  const { surroundings, close } = await findSurroundings();
  try {
    for (const check of checks.filter(({ applies }) => applies?.(surroundings) ?? true)) {
      for (const finding of await examine(check, surroundings)) {
        findings.push({ check: check.name, ...finding });
        tell(`${LABELS[finding.status].padEnd(7)} ${check.name.padEnd(12)} ${finding.text}`);
      }
    }
  } finally {
    await close();
  }
  const isWell = findings.every(({ status }) => status !== 'failed');
  return { result: { ok: isWell, findings }, code: isWell ? 0 : 1 };
};

/** Runs one check. What it throws is its finding. */
async function examine(check: Check, surroundings: Surroundings): Promise<readonly Finding[]> {
  try {
    const found = await withTimeout(TIMEOUT_MS, check.run(surroundings));
    return 'status' in found ? [found] : found;
  } catch (error) {
    return [failed(explainDatabaseError(error) ?? (error instanceof Error ? error.message : String(error)))];
  }
}
