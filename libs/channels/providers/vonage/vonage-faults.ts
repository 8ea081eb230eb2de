import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Source: Vonage, "API errors: SMS API". */
export const VONAGE_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(4|14|401|403)$/,
    kind: 'credentials',
    advice:
      'Vonage refuses the log-in: compare apiKey and apiSecret with the dashboard; the secret may have been rotated.',
  },
  {
    code: /^(8|9|11)$/,
    kind: 'configuration',
    advice: 'The account may not send now: see credit, suspension and products in the Vonage dashboard.',
  },
  {
    code: /^(15|UNKNOWN_SENDER)$/,
    kind: 'configuration',
    advice: 'The account may not send from this sender: compare `senders` with the numbers of the Vonage dashboard.',
  },
  {
    code: /^(1|10)$/,
    kind: 'rate',
    advice: 'Messages come faster than the account allows: set ratePerSecond to its throughput.',
  },
];
