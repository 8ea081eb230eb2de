import type { FaultAdvice } from '../../provider/explain-fault.js';

/** What a person is told of faults. Sources: RFC 8292. */
export const WEB_PUSH_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^INVALID_VAPID_KEY/,
    kind: 'credentials',
    advice:
      'The VAPID keys are no pair: apply publicKey and privateKey of one pair, or leave both out to have new ones made.',
  },
  {
    code: /^(PUSH_SERVICE_NOT_ALLOWED|ADDRESS_REFUSED)/,
    kind: 'refused',
    advice: 'Herald sends to known push services only: name the host in PUSH_SERVICES if it is one.',
  },
  {
    code: /^40[13]/,
    kind: 'credentials',
    advice:
      'The push service refuses the VAPID key: subscriptions keep the public key that they were made with, so apply that pair.',
  },
];
