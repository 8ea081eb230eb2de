import type webhooks from 'twilio/lib/webhooks/webhooks.js';
import { loadOnUse } from '#platform/start';
import type { DeliveryReport } from '../../provider/callback.types.js';
import { TWILIO_ANSWERS } from './twilio-answers.js';

const library = loadOnUse((require) => require('twilio/lib/webhooks/webhooks.js') as typeof webhooks);

/**
 * Tests if a form comes from Twilio (Twilio, "Security: validating requests"). The library compares in constant time.
 *
 * @param url   as it was given to Twilio, without changes by proxies
 * @param form  every field of the body; a repeated field as a list
 */
export function isFromTwilio(
  authToken: string,
  signature: string,
  url: string,
  form: Readonly<Record<string, string | string[]>>,
): boolean {
  return library().validateRequest(authToken, signature, url, { ...form });
}

/** Unknown handset or carrier, or a landline. The answer is often right, and sometimes a fault of the carrier. */
const SUSPECT_CODES: readonly string[] = ['30005', '30006'];

/** Reads a status callback (Twilio, "Outbound message status in status callbacks"). */
export function readSmsReport(form: Readonly<Record<string, string | string[]>>): DeliveryReport {
  const status = form.MessageStatus ?? form.SmsStatus;
  if (status === 'delivered' || status === 'read') {
    return { kind: 'delivered' };
  }
  if (status !== 'undelivered' && status !== 'failed') {
    return { kind: 'notice' };
  }
  const code = /^\d{5}$/.exec(String(form.ErrorCode ?? ''))?.[0] ?? '';
  const { single, reason } = TWILIO_ANSWERS.classify(0, code);
  if (single === 'DROP') {
    return { kind: 'undelivered', code, reason, fate: reason === 'OPTED_OUT' ? 'opted-out' : 'dead' };
  }
  const finalReason = code === '' || reason === 'INVALID_PAYLOAD' ? 'UNREACHABLE' : reason;
  return {
    kind: 'undelivered',
    code,
    reason: finalReason,
    ...(SUSPECT_CODES.includes(code) ? { fate: 'suspect', suspectCodes: SUSPECT_CODES } : { fate: 'stays' }),
  };
}
