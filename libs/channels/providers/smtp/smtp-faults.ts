import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Sources: RFC 5321 and 4954. */
export const SMTP_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(AUTH|53[0458])/,
    kind: 'credentials',
    advice: 'The relay refuses the log-in: check user and password; some providers want an app password or an API key.',
  },
  {
    code: /^5\d\d/,
    kind: 'configuration',
    advice: 'The relay refuses: see its words, and whether this account may send from the address in `from`.',
  },
  {
    code: /^ADDRESS_REFUSED/,
    kind: 'refused',
    advice:
      'The host leads to an address that is not public: the operator of Herald allows networks of its own by RELAY_NETWORKS.',
  },
  {
    code: /^EPROTOCOL/,
    kind: 'configuration',
    advice: 'The port does not speak SMTP in this way: use 587 with `secure: false`, or 465 with `secure: true`.',
  },
];
