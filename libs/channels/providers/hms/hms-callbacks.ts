import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import type { CallbackReport, DeliveryReport, ProviderCallbacks } from '../../provider/callback.types.js';
import type { HmsCredentials } from './hms-credentials.js';
import type { Reason } from '../../sender/answer-table.js';

/** By which the clock of Huawei may differ, and the age of a receipt that is believed. */
const TOLERANCE_MS = 5 * 60_000;
const MAX_STATUSES = 100;
const ANSWER = { type: 'application/json', body: '{"code":"0","message":"success"}' };

/**
 * Receipts of messages (Huawei, "Message receipt", version 1): up to 100 statuses in one request, each with the `bi_tag`
 * of its message. `X-HUAWEI-CALLBACK-ID` signs time, nonce and user name, and not the body, so only https protects that.
 */
export const HMS_CALLBACKS: ProviderCallbacks<HmsCredentials> = {
  maxAgeMs: TOLERANCE_MS,
  subscribe: ({ clientId }, url) => ['/hms-receipts', { account: clientId, url }],

  read(credentials, { headers, body }) {
    const proof = headers['x-huawei-callback-id'];
    if (typeof proof !== 'string' || !isSigned(proof, credentials)) {
      return undefined;
    }
    const { statuses } = toJsonObject(parseJson(body.toString('utf8')));
    if (!Array.isArray(statuses) || statuses.length > MAX_STATUSES) {
      return undefined;
    }
    return { reports: statuses.flatMap((entry: unknown) => readStatus(entry) ?? []), inbound: [], answer: ANSWER };
  },
};

function readStatus(entry: unknown): CallbackReport | undefined {
  if (!isJsonObject(entry)) {
    return undefined;
  }
  const { biTag, token, status } = entry;
  return typeof biTag === 'string' && typeof token === 'string' && typeof status === 'number'
    ? { messageId: biTag, address: token, report: toReport(status) }
    : undefined;
}

/**
 * Reads a status of a message. 2: the app was removed; 5: the device has no such token any more. The others leave
 * the token as it is: notifications are switched off (6), the device was off for a month (10), a later message took its
 * place (15), the app got too many (102), Huawei holds it back (201).
 */
function toReport(status: number): DeliveryReport {
  const failed = (reason: Reason, fate: 'stays' | 'dead' = 'stays'): DeliveryReport => ({
    kind: 'undelivered',
    code: String(status),
    reason,
    fate,
  });
  switch (status) {
    case 0:
      return { kind: 'delivered' };
    case 2:
    case 5:
      return failed('INVALID_TOKEN', 'dead');
    case 6:
    case 201:
      return failed('REFUSED');
    case 15:
      return failed('EXPIRED');
    case 102:
      return failed('RATE_LIMITED');
    case 27:
      // The app does not run: a data message waits for it.
      return { kind: 'notice' };
    default:
      return failed('UNREACHABLE');
  }
}

/** `timestamp=…; nonce=…; value=…`, where the value is Base64(HMAC-SHA256(key, timestamp + nonce + user name)). */
function isSigned(proof: string, { receiptUser = '', receiptSecret }: HmsCredentials): boolean {
  const parts = new Map(
    proof.split(';').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
    }),
  );
  const [timestamp = '', nonce = '', value = ''] = ['timestamp', 'nonce', 'value'].map((name) => parts.get(name));
  if (receiptSecret === undefined || !(Math.abs(Date.now() - Number(timestamp || Number.NaN)) <= TOLERANCE_MS)) {
    return false;
  }
  const given = Buffer.from(value);
  // Older configurations sign with the key as it is written, later ones with the bytes that it stands for.
  return [Buffer.from(receiptSecret), Buffer.from(receiptSecret, 'base64')].some((key) => {
    const signature = createHmac('sha256', key).update(`${timestamp}${nonce}${receiptUser}`).digest('base64');
    const expected = Buffer.from(signature);
    return key.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
