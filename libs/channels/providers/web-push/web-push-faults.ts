import type { FaultAdvice } from '../../provider/explain-fault.js';

/**
 * Explanations of faults for people. Sources: RFC 8292; Apple, "Sending web push notifications in web apps and
 * browsers".
 */
export const WEB_PUSH_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^BadJwtToken/,
    kind: 'credentials',
    advice:
      'Apple refuses the signature: compare `subject` with a real mailto: or https: address, the clock of this machine, and the VAPID keys with those of the page.',
  },
  {
    code: /^INVALID_VAPID_SUBJECT/,
    kind: 'credentials',
    advice: 'Apple answers 403 to this `subject`: apply a mailto: or https: address that people on the internet reach.',
  },
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
    code: /^(40[13]|VapidPkHashMismatch|BadVapidPublicKey|BadAuthorizationHeader)/,
    kind: 'credentials',
    advice:
      'The push service refuses the VAPID key: subscriptions keep the public key that they were made with, so apply that pair.',
  },
];
