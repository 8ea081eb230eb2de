import { toMailboxKey } from '#platform/spelling';
import type { ContactRecipientKind } from './registry.js';
import { isWhatsAppId } from './addresses/whatsapp-id.js';

/** Mobile numbers of Mexico, Argentina and Brazil with a digit that their WhatsApp ids have or lack. */
const EXTRA_DIGITS: readonly RegExp[] = [/^(52)1(\d{10})$/, /^(54)9(\d{10})$/, /^(55\d{2})9(\d{8})$/];

/**
 * Compares an address in a report with one of Herald. Numbers may lack their plus, and WhatsApp ids of some countries have or
 * lack a digit.
 */
export function isSameAddress(kind: ContactRecipientKind, reported: string, stored: string): boolean {
  switch (kind) {
    case 'email':
      return toMailboxKey(reported) === toMailboxKey(stored);
    case 'sms':
      return toDigits(reported) === toDigits(stored);
    case 'whatsapp':
      return isWhatsAppId(stored) || isWhatsAppId(reported)
        ? reported === stored
        : toWhatsAppId(reported) === toWhatsAppId(stored);
    case 'chat':
      return reported === stored;
  }
}

function toDigits(number: string): string {
  return number.replaceAll(/\D/g, '');
}

function toWhatsAppId(number: string): string {
  return EXTRA_DIGITS.reduce((digits, extra) => digits.replace(extra, '$1$2'), toDigits(number));
}
