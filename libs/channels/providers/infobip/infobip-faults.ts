import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Sources: Infobip, "Response status and error codes" and "API authentication". */
export const INFOBIP_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^E?401$/,
    kind: 'credentials',
    advice: 'Infobip does not know the key: compare apiKey with the page of API keys at Infobip; it may have ended.',
  },
  {
    code: /^E?403$/,
    kind: 'credentials',
    advice:
      'The key may not send text messages: give it the scope sms:message:send at Infobip, or allow this IP address.',
  },
  {
    code: /^E?404$/,
    kind: 'configuration',
    advice: 'There is no SMS API at this base URL: compare baseUrl with the home page of the account at Infobip.',
  },
  {
    code: /^REJECTED_(NOT_ENOUGH_CREDITS|PREPAID_PACKAGE_EXPIRED)$/,
    kind: 'configuration',
    advice: 'The account at Infobip has no credit left: top it up.',
  },
  {
    code: /^REJECTED_ROUTE_NOT_AVAILABLE$/,
    kind: 'configuration',
    advice: 'The account at Infobip is not set up to send: ask the account manager there for a route.',
  },
  {
    code: /^(REJECTED_SOURCE|REJECTED_SENDER|UNKNOWN_SENDER)$/,
    kind: 'configuration',
    advice: 'The account may not send from this sender: compare `senders` with those registered at Infobip.',
  },
];
