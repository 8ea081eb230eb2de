import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import { sha256 } from '#platform/crypto';
import type {
  CallbackReport,
  DeliveryReport,
  InboundMessage,
  ProviderCallbacks,
} from '../../provider/callback.types.js';
import { readTime } from '../../provider/reported-time.js';
import { INFOBIP_ANSWERS } from './infobip-answers.js';
import { simulatedName, type InfobipCredentials } from './infobip-credentials.js';

/** The name in the query of a report's URL. */
const PROOF = 'proof';
/** The network does not know the number, or it takes no text messages. Dead when it comes again. */
const SUSPECT_CODES: readonly string[] = [
  'EC_UNKNOWN_SUBSCRIBER',
  'EC_TELESERVICE_NOT_PROVISIONED',
  'EC_DESTINATION_NOT_SMS_PROVISIONED',
  'EC_DEST_ADDRESS_UNABLE_TO_RECEIVE_SMS',
];
/** "The number is permanently deactivated." */
const DEAD_CODE = 'EC_DEACTIVATED_LIST';
/** "Additional messages must not be sent unless the end user opts in again." */
const OPT_OUT_CODE = 'EC_SC_BLOCKED_BY_END_USER';

/**
 * Delivery reports (Infobip, "Receive outbound SMS message reports") and inbound messages ("Receive inbound SMS messages"),
 * lists of `results`.
 *
 * Infobip signs no report that goes to a URL in a message. So Herald signs the path of that URL. What a subscription sends,
 * inbound messages among it, has the password of its security settings (BASIC). The signature that a subscription may have
 * (HMAC) is not used: Infobip's reference does not say where it stands.
 */
export const INFOBIP_CALLBACKS: ProviderCallbacks<InfobipCredentials> = {
  subscribe: (credentials, url) => [
    '/infobip-subscription',
    { account: simulatedName(credentials), url, password: credentials.callbackPassword },
  ],

  read({ callbackPassword }, { url, headers, body }) {
    if (
      callbackPassword === undefined ||
      !(hasPassword(headers.authorization, callbackPassword) || isProven(url, callbackPassword))
    ) {
      return undefined;
    }
    const { results } = toJsonObject(parseJson(body.toString('utf8')));
    if (!Array.isArray(results)) {
      return undefined;
    }
    const entries = results.filter((entry: unknown) => isJsonObject(entry));
    return {
      reports: entries.flatMap((entry) => readReport(entry) ?? []),
      inbound: entries.flatMap((entry) => readInbound(entry) ?? []),
    };
  },
};

/** Adds the proof to the URL of a report: a signature of its path, since a proxy may change its host. */
export function proveUrl(url: string, password: string): string {
  const proven = new URL(url);
  proven.searchParams.set(PROOF, signPath(proven.pathname, password));
  return proven.href;
}

function isProven(url: string, password: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return isSame(searchParams.get(PROOF) ?? '', signPath(pathname, password));
}

function signPath(path: string, password: string): string {
  return createHmac('sha256', password).update(`herald infobip report ${path}`).digest('base64url');
}

/** Tests if a header of Basic authentication (RFC 7617) has the password, whatever the user. */
function hasPassword(header: string | undefined, password: string): boolean {
  const [, encoded = ''] = /^basic +([a-z0-9+/=]+)$/i.exec(header ?? '') ?? [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon >= 0 && isSame(pair.slice(colon + 1), password);
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function readReport({ to, messageId, status, error, doneAt }: Record<string, unknown>): CallbackReport | undefined {
  if (typeof to !== 'string' || to === '' || !isJsonObject(status)) {
    return undefined;
  }
  const report = readFate(status, toJsonObject(error));
  return {
    address: toAddress(to),
    report,
    ...(report.kind === 'undelivered' && readTime(doneAt)),
    ...(typeof messageId === 'string' && { messageId }),
  };
}

function readFate(status: Record<string, unknown>, error: Record<string, unknown>): DeliveryReport {
  const { groupName, id, name } = status;
  switch (groupName) {
    case 'DELIVERED':
      // DELIVERED_TO_OPERATOR: "not yet the handset" ("Message status codes").
      return { kind: id === 2 ? 'notice' : 'delivered' };
    case 'UNDELIVERABLE':
    case 'EXPIRED':
    case 'REJECTED':
      break;
    default:
      return { kind: 'notice' };
  }
  const { name: cause } = error;
  const code = toCode(cause === 'NO_ERROR' || cause === undefined ? name : cause);
  const { single, reason } = INFOBIP_ANSWERS.classify(0, String(id));
  if (code === OPT_OUT_CODE) {
    return { kind: 'undelivered', code, reason: 'OPTED_OUT', fate: 'opted-out' };
  }
  if (code === DEAD_CODE || single === 'DROP') {
    return { kind: 'undelivered', code, reason: 'INVALID_ADDRESS', fate: 'dead' };
  }
  return SUSPECT_CODES.includes(code)
    ? { kind: 'undelivered', code, reason: 'UNREACHABLE', fate: 'suspect', suspectCodes: SUSPECT_CODES }
    : { kind: 'undelivered', code, reason, fate: 'stays' };
}

/** A message of a person has a text and no status. */
function readInbound({
  from,
  text,
  status,
  messageId: id,
  receivedAt,
}: Record<string, unknown>): InboundMessage | undefined {
  return typeof from === 'string' && from !== '' && typeof text === 'string' && status === undefined
    ? { from: toAddress(from), text, command: '', ...readTime(receivedAt), ...(typeof id === 'string' && { id }) }
    : undefined;
}

function toCode(name: unknown): string {
  return typeof name === 'string' ? name.slice(0, 100) : '';
}

/** Infobip writes numbers without the plus. */
function toAddress(number: string): string {
  return `+${number.replace(/^\+/, '')}`;
}
