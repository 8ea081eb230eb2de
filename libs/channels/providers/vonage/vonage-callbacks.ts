import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject, parseJson } from '#platform/collections';
import { readFormFields } from '../../provider/form-fields.js';
import type { CallbackRequest, DeliveryReport, ProviderCallbacks } from '../../provider/callback.types.js';
import type { VonageCredentials } from './vonage-credentials.js';

/** Seconds by which the clock of Vonage may differ, and the age of a receipt that is believed. */
const TOLERANCE_SECONDS = 5 * 60;
type Fields = Readonly<Record<string, string>>;

/**
 * Delivery receipts and inbound messages by POST, as a form or as JSON, signed with SHA-256 HMAC. Their times are those of
 * the delivery (Vonage, "Inbound SMS": `message-timestamp`), so they do not tell when a message was written.
 */
export const VONAGE_CALLBACKS: ProviderCallbacks<VonageCredentials> = {
  maxAgeMs: TOLERANCE_SECONDS * 1000,
  subscribe: ({ apiKey }, url) => ['/vonage-webhooks', { account: apiKey, url }],

  read({ apiKey, signatureSecret }, request) {
    const fields = readFields(request);
    if (fields === undefined || signatureSecret === undefined || !isSigned(fields, signatureSecret)) {
      return undefined;
    }
    const { msisdn = '', text, messageId: id, 'client-ref': messageId, 'api-key': key = apiKey } = fields;
    if (key !== apiKey || msisdn === '') {
      return undefined;
    }
    const address = `+${msisdn.replace(/^\+/, '')}`;
    if (fields['status'] === undefined) {
      const inbound = text === undefined ? [] : [{ from: address, text, command: '', ...(id && { id }) }];
      return { reports: [], inbound };
    }
    return { reports: [{ address, report: readReport(fields), ...(messageId && { messageId }) }], inbound: [] };
  },
};

/**
 * Receipts after which a number should get nothing more, if it says so twice: no longer active, barred by its owner
 * (Vonage, "SMS Delivery Error Codes and Descriptions").
 */
const SUSPECT_CODES: readonly string[] = ['3', '4'];
/** The owner asked for no messages of this sender ("Illegal Number"). */
const OPTED_OUT_CODE = '9';
/** Spam filters, a message that a carrier does not take, the age of the owner, and a block by the carrier. */
const REFUSED_CODES: readonly string[] = ['6', '10', '13', '14'];

function readReport({ status = '', 'err-code': code = '' }: Fields): DeliveryReport {
  if (status === 'delivered') {
    return { kind: 'delivered' };
  }
  if (status !== 'failed' && status !== 'rejected' && status !== 'expired') {
    return { kind: 'notice' };
  }
  if (code === OPTED_OUT_CODE) {
    return { kind: 'undelivered', code, reason: 'OPTED_OUT', fate: 'opted-out' };
  }
  const isRefused = status === 'rejected' || REFUSED_CODES.includes(code);
  const reason = status === 'expired' ? 'EXPIRED' : isRefused ? 'REFUSED' : 'UNREACHABLE';
  return SUSPECT_CODES.includes(code)
    ? { kind: 'undelivered', code, reason, fate: 'suspect', suspectCodes: SUSPECT_CODES }
    : { kind: 'undelivered', code, reason, fate: 'stays' };
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
 * Tests if the fields were signed lately (Vonage, "Signing messages"): HMAC over `&name=value` of all fields in the order
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
