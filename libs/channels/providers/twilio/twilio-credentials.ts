import { randomBytes } from 'node:crypto';
import { malformed } from '#platform/errors';
import { intField, joinPath, textField, textsField } from '#platform/forms';
import { readSenders } from '../../provider/sms-senders.js';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

const SEGMENT_RATE = { min: 1, max: 10_000 } as const;
/** A number of Twilio's for trials, and a name. */
const SIMULATED_SENDERS: readonly string[] = ['+15005550006', 'HERALD'];

export interface TwilioCredentials {
  accountSid: string;
  authToken: string;
  /** Numbers or alphanumeric sender ids; the first is the default. */
  senders: string[];
  /**
   * Segments a second that each sender may send, as Twilio grants it (1 for a long code). Absent: Twilio queues
   * messages that come faster.
   */
  segmentsPerSecond?: number | undefined;
}

export const TWILIO_FORM: CredentialForm<TwilioCredentials> = {
  fields: {
    accountSid: textField(`Of Twilio, \`AC\` and 32 hexadecimal digits. ${REAL}`),
    authToken: textField(`Of Twilio. ${REAL}`),
    senders: textsField(`Numbers or names of the sender. ${REAL}`),
    segmentsPerSecond: intField(SEGMENT_RATE, 'Most parts of messages a second', 'no limit'),
  },
  secrets: { authToken: 'SMS_AUTH_TOKEN' },
  simulated: ['senders'],

  read(form) {
    const accountSid = form.text('accountSid');
    if (!/^AC[0-9a-fA-F]{32}$/.test(accountSid)) {
      throw malformed(`${joinPath(form.path, 'accountSid')} should be AC and 32 hexadecimal digits`);
    }
    return {
      accountSid,
      authToken: form.text('authToken'),
      senders: readSenders(form),
      segmentsPerSecond: form.int('segmentsPerSecond', SEGMENT_RATE),
    };
  },

  simulate: async (form, stored) => ({
    ...(stored ?? {
      accountSid: `AC${randomBytes(16).toString('hex')}`,
      authToken: randomBytes(16).toString('hex'),
    }),
    senders: form.has('senders') ? readSenders(form) : [...SIMULATED_SENDERS],
  }),
};
