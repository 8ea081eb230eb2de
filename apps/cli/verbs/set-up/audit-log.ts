import { AuditService, INSTALLATION, type AuditEntry, type ChainCheck } from '#libs/audit';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { Verb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

const APP = 'name of the application (not needed when there is only one)';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 10_000;

export const auditList: Verb = {
  name: 'audit list',
  summary: 'Shows who changed what of an application, newest first.',
  operands: '',
  options: {
    app: { type: 'string' },
    installation: { type: 'boolean' },
    action: { type: 'string' },
    before: { type: 'string' },
    limit: { type: 'string' },
  },
  explain: {
    app: APP,
    installation: 'what concerns the whole installation, in place of an application',
    action: 'only actions that begin with this, such as "key." or "campaign.stop"',
    before: 'only entries below this number',
    limit: `entries at most, up to ${MAX_LIMIT}; ${DEFAULT_LIMIT} when absent`,
  },
  example: 'herald audit list --action campaign. --limit 20',
  async run({ values }, { tell }) {
    const limit = Math.min(readNumber(values['limit'], '--limit') ?? DEFAULT_LIMIT, MAX_LIMIT);
    const before = readNumber(values['before'], '--before');
    const action = values['action'];
    const entries = await withAppContext(async (context) => {
      const appId = await findChain(context.get(ApplicationService), values);
      const filter = { limit, ...(before !== undefined && { before }), ...(typeof action === 'string' && { action }) };
      return context.get(AuditService, { strict: false }).listEntries(appId, filter);
    });
    entries.flatMap(formatEntry).forEach(tell);
    return { result: entries.map(toJson) };
  },
};

export const auditVerify: Verb = {
  name: 'audit verify',
  summary: 'Checks that no entry of the audit log was changed or is missing.',
  operands: '',
  options: {
    app: { type: 'string' },
    installation: { type: 'boolean' },
    head: { type: 'string' },
  },
  explain: {
    app: APP,
    installation: 'the log of the whole installation, in place of an application',
    head: 'NUMBER:HASH that an earlier check printed: it must still be part of the log',
  },
  example: 'herald audit verify --installation',
  async run({ values }, { tell }) {
    const earlier = readHead(values['head']);
    const check = await withAppContext(async (context) => {
      const appId = await findChain(context.get(ApplicationService), values);
      return context.get(AuditService, { strict: false }).verifyChain(appId, earlier);
    });
    tell(formatCheck(check));
    return { result: check, code: check.fault === null ? 0 : 1 };
  },
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
