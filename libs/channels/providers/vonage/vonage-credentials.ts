import { randomBytes } from 'node:crypto';
import { textField, textsField, type Form } from '#platform/forms';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';
import { readSenders } from '../../provider/sms-senders.js';

const SIMULATED_SENDERS: readonly string[] = ['HERALD', '15005550006'];

export interface VonageCredentials {
  apiKey: string;
  apiSecret: string;
  /** Numbers or alphanumeric sender ids; the first is the default. */
  senders: string[];
  /** Proves delivery receipts (SHA-256 HMAC). Absent: none are asked for. */
  signatureSecret?: string | undefined;
}

/** Vonage's SMS API (formerly Nexmo). */
export const VONAGE_FORM: CredentialForm<VonageCredentials> = {
  fields: {
    apiKey: textField(`API key of the Vonage dashboard. ${REAL}`),
    apiSecret: textField(`API secret. ${REAL}`),
    senders: textsField(`Numbers or names of the sender. ${REAL}`),
    signatureSecret: textField('Signature secret of the dashboard, with the method SHA-256 HMAC', {
      otherwise: 'delivery receipts are not asked for',
    }),
  },
  secrets: { apiSecret: 'VONAGE_API_SECRET', signatureSecret: 'VONAGE_SIGNATURE_SECRET' },
  simulated: ['senders'],

  read: (form: Form) => ({
    apiKey: form.text('apiKey'),
    apiSecret: form.text('apiSecret'),
    senders: readSenders(form),
    signatureSecret: form.optionalText('signatureSecret'),
  }),

  async simulate(form, stored) {
    const apiSecret = stored?.apiSecret ?? randomBytes(12).toString('hex');
    return {
      apiKey: stored?.apiKey ?? randomBytes(4).toString('hex'),
      apiSecret,
      // The simulator knows no other secret of the account.
      signatureSecret: apiSecret,
      senders: form.has('senders') ? readSenders(form) : [...SIMULATED_SENDERS],
    };
  },
};
