import { AuditModule, AuditService, INSTALLATION, type AuditEntry, type ChainCheck } from '#libs/audit';
import { ApplicationService, TenancyModule } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { AUDIT_ENTRIES_SHOWN } from '../option-presets.js';

const ROOMS = [AuditModule, TenancyModule];

export const auditList: RunVerb = async ({ values }, { tell }) => {
  const { preset, max } = AUDIT_ENTRIES_SHOWN;
  const limit = Math.min(readNumber(values['limit'], '--limit') ?? preset, max);
  const before = readNumber(values['before'], '--before');
  const action = values['action'];
  const entries = await withAppContext(async (context) => {
    const appId = await findChain(context.get(ApplicationService), values);
    const filter = { limit, ...(before !== undefined && { before }), ...(typeof action === 'string' && { action }) };
    return context.get(AuditService, { strict: false }).listEntries(appId, filter);
  }, ROOMS);
  entries.flatMap(formatEntry).forEach(tell);
  return { result: entries.map(toJson) };
};

export const auditVerify: RunVerb = async ({ values }, { tell }) => {
  const earlier = readHead(values['head']);
  const check = await withAppContext(async (context) => {
    const appId = await findChain(context.get(ApplicationService), values);
    return context.get(AuditService, { strict: false }).verifyChain(appId, earlier);
  }, ROOMS);
  tell(formatCheck(check));
  return { result: check, code: check.fault === null ? 0 : 1 };
};

async function findChain(applications: ApplicationService, values: Record<string, unknown>): Promise<number> {
  return values['installation'] === true ? INSTALLATION : (await findApp(applications, values['app'])).id;
}

function readNumber(text: string | boolean | undefined, option: string): number | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new OperatorError(`${option} takes a whole number from 1, not "${text}".`);
  }
  return Number(text);
}

function readHead(text: string | boolean | undefined): { entryId: number; hash: Buffer } | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  const [, entryId, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (entryId === undefined || hash === undefined) {
    throw new OperatorError('--head takes NUMBER:HASH, as "herald audit verify" prints it.');
  }
  return { entryId: Number(entryId), hash: Buffer.from(hash, 'hex') };
}

function toJson({ prev, hash, at, ...entry }: AuditEntry): object {
  return { ...entry, at: at.toISOString(), prev: prev.toString('hex'), hash: hash.toString('hex') };
}

function formatEntry({ entryId, at, by, action, subject, differences, address, requestId }: AuditEntry): string[] {
  const from = [by.kind, by.name, address, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  return [
    `${String(entryId).padStart(6)}  ${at.toISOString()}  ${action.padEnd(18)} ${subject}  (${from})`,
    ...differences.map(
      (difference) =>
        `        ${difference.change} ${difference.subject}${difference.to === undefined ? '' : `: ${difference.from ?? 'nothing'} → ${difference.to}`}`,
    ),
  ];
}

function formatCheck({ first, last, head, fault }: ChainCheck): string {
  if (fault) {
    return `FAILED at entry ${fault.entryId}: ${fault.reason}.`;
  }
  if (last === 0) {
    return 'ok: there are no entries yet.';
  }
  const range =
    first === 0 ? `all ${last} entries have passed their retention` : `entries ${first} to ${last} are whole`;
  return `ok: ${range}. Keep this elsewhere, for "--head": ${last}:${head}`;
}
