import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Sources: Twilio's error dictionary. */
export const TWILIO_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(20003|20005|20404|401|404|INVALID_ACCOUNT_SID|30002)/,
    kind: 'credentials',
    advice:
      'Twilio refuses the log-in: compare accountSid and authToken with the Twilio console; the token may have been rotated.',
  },
  {
    code: /^(UNKNOWN_SENDER|21603|21606|21212|21659|21660|30032|30034)/,
    kind: 'configuration',
    advice:
      'The account has no such sender, or it may not send: compare `senders` with the numbers of the Twilio console.',
  },
];
