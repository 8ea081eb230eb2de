import { isJsonObject, toJsonObject } from '#platform/collections';
import type { Violation } from './infobip-states.js';

const MAX_TO = 64;
const MAX_ID = 200;
const MAX_BYTES = 4000;
const MAX_PARTS = 25;
/** Characters of a part of a long message, in the GSM alphabet and in UCS-2. */
const PART = { gsm: 153, ucs2: 67 } as const;
const TIME_UNITS: readonly unknown[] = [undefined, 'SECONDS', 'MINUTES', 'HOURS'];

/** The one message of a request. */
export interface SmsMessage {
  to: string;
  sender: string | undefined;
  text: string;
  messageId: string | undefined;
  /** The address of its report. */
  url: string | undefined;
  /** The id of the state that it is refused with. Absent: it is sound. */
  state?: number;
}

/** Reads the body of a request: its message, or what of it the reference does not allow. */
export function readMessage(input: unknown): SmsMessage | Violation {
  const { messages } = toJsonObject(input);
  if (!Array.isArray(messages) || messages.length !== 1) {
    return { property: 'messages', violation: 'must have one element here' };
  }
  const { sender, destinations, content, options, webhooks } = toJsonObject(messages[0]);
  if (!Array.isArray(destinations) || destinations.length !== 1) {
    return { property: 'messages[0].destinations', violation: 'must have one element here' };
  }
  const { to, messageId } = toJsonObject(destinations[0]);
  const { text } = toJsonObject(content);
  if (typeof to !== 'string' || to.length > MAX_TO) {
    return { property: 'messages[0].destinations[0].to', violation: `size must be between 0 and ${MAX_TO}` };
  }
  if (!isText(messageId, MAX_ID)) {
    return { property: 'messages[0].destinations[0].messageId', violation: `size must be between 0 and ${MAX_ID}` };
  }
  if (typeof text !== 'string') {
    return { property: 'messages[0].content.text', violation: 'must not be null' };
  }
  if (!isText(sender, MAX_TO)) {
    return { property: 'messages[0].sender', violation: 'must be a text' };
  }
  const { amount, timeUnit } = toJsonObject(toJsonObject(options)['validityPeriod']);
  const isAmount = amount === undefined || (typeof amount === 'number' && Number.isInteger(amount) && amount > 0);
  if (!isAmount || !TIME_UNITS.includes(timeUnit)) {
    return { property: 'messages[0].options.validityPeriod', violation: 'must be a period' };
  }
  const { delivery } = toJsonObject(webhooks);
  const url = isJsonObject(delivery) && typeof delivery['url'] === 'string' ? delivery['url'] : undefined;
  const state = findState(to, text);
  return { to, sender, text, messageId, url, ...(state !== undefined && { state }) };
}

function isText(value: unknown, max: number): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value.length <= max);
}

/** Why a readable message is refused: MISSING_TO, REJECTED_DESTINATION, REJECTED_MESSAGE_TOO_LONG. */
function findState(to: string, text: string): number | undefined {
  if (to === '') {
    return 51;
  }
  if (!/^\+?[1-9]\d{6,14}$/.test(to)) {
    return 52;
  }
  const perPart = /^[\x20-\x7e\s]*$/.test(text) ? PART.gsm : PART.ucs2;
  return Buffer.byteLength(text) > MAX_BYTES || text.length > perPart * MAX_PARTS ? 25 : undefined;
}
