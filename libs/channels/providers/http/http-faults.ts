import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Sources: RFC 9110 and Standard Webhooks 1.0. */
export const HTTP_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^40[13]/,
    kind: 'credentials',
    advice: 'The service refuses the request: compare secret and authorization with those that it knows.',
  },
  {
    code: /^(404|410|3\d\d)/,
    kind: 'configuration',
    advice:
      'Nothing takes messages at this URL: set `url` to where the service listens now; redirects are not followed.',
  },
  {
    code: /^ADDRESS_REFUSED/,
    kind: 'refused',
    advice: 'The host leads to an address that is not public: Herald posts messages to public addresses only.',
  },
  {
    code: /^(UNKNOWN_SENDER|ATTACHMENTS)/,
    kind: 'configuration',
    advice: 'The account cannot send this message: name the sender in `senders`, and send attachments through a relay.',
  },
];
