import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject, parseJson } from '#platform/collections';
import { readFormFields } from '../../provider/form-fields.js';
import type { CallbackRequest, DeliveryReport, ProviderCallbacks } from '../../provider/provider.types.js';
import type { VonageCredentials } from './vonage-credentials.js';

/** Seconds by which the clock of Vonage may differ, and the age of a receipt that is believed. */
const TOLERANCE_SECONDS = 5 * 60;
type Fields = Readonly<Record<string, string>>;

/** Delivery receipts and inbound messages by POST, as a form or as JSON, signed with SHA-256 HMAC. */
export const VONAGE_CALLBACKS: ProviderCallbacks<VonageCredentials> = {
  read({ apiKey, signatureSecret }, request) {
    const fields = readFields(request);
    if (fields === undefined || signatureSecret === undefined || !isSigned(fields, signatureSecret)) {
      return undefined;
    }
    const { msisdn = '', text, 'client-ref': messageId, 'api-key': key = apiKey } = fields;
    if (key !== apiKey || msisdn === '') {
      return undefined;
    }
    const address = `+${msisdn.replace(/^\+/, '')}`;
    if (fields['status'] === undefined) {
      return { reports: [], inbound: text === undefined ? [] : [{ from: address, text, command: '' }] };
    }
    return { reports: [{ address, report: readReport(fields), ...(messageId && { messageId }) }], inbound: [] };
  },
};

/** Receipts that say the same of a number twice make it dead (Vonage, "Delivery receipts": absent subscriber, permanent). */
const SUSPECT_CODES: readonly string[] = ['3', '9'];

function readReport({ status = '', 'err-code': code = '' }: Fields): DeliveryReport {
  if (status === 'delivered') {
    return { kind: 'delivered' };
  }
  if (status !== 'failed' && status !== 'rejected' && status !== 'expired') {
    return { kind: 'notice' };
  }
  const reason = status === 'expired' ? 'EXPIRED' : status === 'rejected' ? 'REFUSED' : 'UNREACHABLE';
  const isSuspect = SUSPECT_CODES.includes(code);
  return {
    kind: 'undelivered',
    code,
    reason,
    ...(isSuspect ? { fate: 'suspect', suspectCodes: SUSPECT_CODES } : { fate: 'stays' }),
  };
}

function readFields(request: CallbackRequest): Fields | undefined {
  const form = readFormFields(request) ?? parseJson(request.body.toString('utf8'));
  if (!isJsonObject(form)) {
    return undefined;
  }
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

/**
 * Whether the fields were signed lately (Vonage, "Signing messages"): HMAC over `&name=value` of all fields in the order
 * of their names, with `&` and `=` of values as `_`.
 */
function isSigned({ sig = '', ...fields }: Fields, secret: string): boolean {
  const age = Math.abs(Date.now() / 1000 - Number(fields['timestamp'] ?? Number.NaN));
  const given = Buffer.from(sig.toLowerCase());
  const expected = Buffer.from(signVonage(fields, secret));
  return age <= TOLERANCE_SECONDS && given.length === expected.length && timingSafeEqual(given, expected);
}

/** The signature of fields, hexadecimal. */
function signVonage(fields: Fields, secret: string): string {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `&${name}=${(fields[name] ?? '').replaceAll(/[&=]/g, '_')}`)
    .join('');
  return createHmac('sha256', secret).update(text).digest('hex');
}
