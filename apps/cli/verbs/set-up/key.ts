import {
  ApiKeyService,
  ApplicationService,
  KEY_KINDS,
  readExpiry,
  SCOPES,
  type ApiKey,
  type KeyStatus,
  TenancyModule,
  type NewKey,
} from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { VerbCall, RunVerb } from '../../runtime/verb.js';
import { findApp, oneOf } from '../arguments.js';
import { KEY_OVERLAP } from '../option-presets.js';

const ROOMS = [TenancyModule];
const MS_PER_UNIT = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const keyCreate: RunVerb = async (call, { tell }) => {
  const newKey = readKey(call);
  const created = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), call.values['app']);
    return context.get(ApiKeyService).createKey(app.id, newKey, operatorOrigin());
  }, ROOMS);
  tell(created.secret);
  return { result: toResult(created) };
};

export const keyList: RunVerb = async ({ values }, { tell }) => {
  const keys = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    return context.get(ApiKeyService).listKeys(app.id);
  }, ROOMS);
  const now = new Date();
  const shown = keys.filter((key) => values['all'] === true || !hasEnded(key, now));
  shown.forEach((key) => tell(formatKey(key, now)));
  return { result: shown };
};

export const keyRotate: RunVerb = async ({ values, positionals }, { tell }) => {
  const keyId = readId(positionals, 'rotate');
  const overlapMs = readOverlap(String(values['overlap'] ?? KEY_OVERLAP));
  const expires = readEnd(values['expires']);
  const created = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    const rotation = { overlapMs, ...(expires && { expires }) };
    return context.get(ApiKeyService).rotateKey(app.id, keyId, rotation, operatorOrigin());
  }, ROOMS);
  tell(created.secret);
  return { result: toResult(created) };
};

export const keyRevoke: RunVerb = async ({ values, positionals }, { tell }) => {
  const keyId = readId(positionals, 'revoke');
  await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    await context.get(ApiKeyService).revokeKey(app.id, keyId, operatorOrigin());
  }, ROOMS);
  tell(`Key ${keyId} is revoked.`);
  return { result: { keyId, revoked: true } };
};

/** Nothing but the secret that is shown once, and whose it is. */
function toResult({ key: { id, kind, name }, secret }: { key: ApiKey; secret: string }): object {
  return { id, kind, name, secret };
}

function readKey({ values, positionals }: VerbCall): NewKey {
  if (positionals.length > 0) {
    throw new OperatorError('Usage: herald key create [options] (see "herald key create --help").');
  }
  const expires = readEnd(values['expires']);
  return {
    kind: oneOf(KEY_KINDS, String(values['kind'] ?? 'rest'), '--kind'),
    name: String(values['name'] ?? 'made by herald key create'),
    scopes: list(values['scopes'])?.map((scope) => oneOf(SCOPES, scope, '--scopes')),
    addresses: list(values['addresses']),
    ...(expires && { expires }),
  };
}

function readId([text, ...more]: readonly string[], verb: string): number {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text) || more.length > 0) {
    throw new OperatorError(`Usage: herald key ${verb} ID; "herald key list" shows the ids.`);
  }
  return Number(text);
}

/** @throws OperatorError for a time that has passed: such a key could never be used */
function readEnd(text: string | boolean | undefined): Date | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  const expires = readExpiry(text, '--expires');
  if (expires.getTime() <= Date.now()) {
    throw new OperatorError(`--expires should be in the future, not ${text}.`);
  }
  return expires;
}

function readOverlap(text: string): number {
  const [, amount, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) {
    throw new OperatorError(`--overlap takes minutes, hours or days, such as 30m, 12h or 7d, not "${text}".`);
  }
  return Number(amount) * MS_PER_UNIT[unit as keyof typeof MS_PER_UNIT];
}

function hasEnded({ endsAt, expiresAt }: KeyStatus, now: Date): boolean {
  return [endsAt, expiresAt].some((end) => end !== null && end <= now);
}

function formatKey(key: KeyStatus, now: Date): string {
  const { id, kind, name, prefix, scopes, addresses, endsAt, expiresAt, lastUsedAt } = key;
  const parts = [
    `${String(id).padStart(5)}  ${kind.padEnd(6)} ${name}  ${prefix}…`,
    ...(endsAt ? [`${endsAt <= now ? 'ended' : 'ends'} ${endsAt.toISOString()}`] : []),
    ...(expiresAt ? [`${expiresAt <= now ? 'expired' : 'expires'} ${expiresAt.toISOString()}`] : []),
    lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'no use noted',
    scopes ? `scopes ${scopes.join(' ')}` : 'all scopes',
    ...(addresses ? [`from ${addresses.join(' ')}`] : []),
  ];
  return parts.join(', ');
}

function list(value: string | boolean | undefined): string[] | undefined {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : undefined;
}
