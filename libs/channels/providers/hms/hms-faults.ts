import type { FaultAdvice } from '../../provider/explain-fault.js';

/** Explanations of faults for people. Sources: Huawei, "Push Kit REST API: downlink messages", and RFC 6749. */
export const HMS_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(OAUTH_|80600003)/,
    kind: 'credentials',
    advice:
      'Huawei gives no access token: compare clientId and clientSecret with "OAuth 2.0 client ID" in AppGallery Connect.',
  },
  {
    code: /^(80200001|80200003|80200005|401)/,
    kind: 'credentials',
    advice: 'Huawei refuses the access token for this app: clientId and clientSecret must be of the same app.',
  },
  {
    code: /^(80300002|404)/,
    kind: 'configuration',
    advice:
      'The app may not send: switch Push Kit on in AppGallery Connect, also for the countries outside China, and compare clientId with the app that gave the tokens.',
  },
  {
    code: /^(80100000|80300007)/,
    kind: 'configuration',
    advice: 'The tokens belong to another app: apply the client id and secret of the app that registers them.',
  },
  {
    code: /^80300011/,
    kind: 'configuration',
    advice: 'The app has no permission for messages of high priority: ask Huawei for it.',
  },
  {
    code: /^80300013/,
    kind: 'configuration',
    advice:
      'The address of the receipts is wrong, or its certificate has expired: see "message receipt" in AppGallery Connect, and receiptId.',
  },
  {
    code: /^(503|429)/,
    kind: 'rate',
    advice: 'Messages come faster than the app may send: set ratePerSecond to its quota (Huawei, Push Kit FAQ, QPS).',
  },
];
