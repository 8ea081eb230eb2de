import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Source: Meta, "WhatsApp error codes". */
export const WHATSAPP_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(0|190|401)$/,
    kind: 'credentials',
    advice:
      'Meta refuses accessToken: it has expired or was taken back. Make a new one for a system user, without an end.',
  },
  {
    code: /^(3|10|200|403|131005)$/,
    kind: 'credentials',
    advice: 'accessToken lacks whatsapp_business_messaging, or its system user lacks this business account.',
  },
  {
    code: /^(368|131031)$/,
    kind: 'configuration',
    advice: 'Meta has restricted the account for its policies: see Account Quality in the Business Manager.',
  },
  {
    code: /^131042$/,
    kind: 'configuration',
    advice: 'Meta cannot charge for messages: see the payment method of the WhatsApp account in the Business Manager.',
  },
  {
    code: /^(33|133010|131037|131045)$/,
    kind: 'configuration',
    advice: 'The number is not ready: see whether it is registered and its display name approved in WhatsApp Manager.',
  },
  {
    code: /^(4|80007|130429|131048)$/,
    kind: 'rate',
    advice: 'Messages come faster than Meta allows: set ratePerSecond, and see the limits and quality of the number.',
  },
];
