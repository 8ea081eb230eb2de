import type { FaultAdvice } from '../../provider/explain-fault.js';

const APNS_KEY =
  'Apple does not know this key: compare teamId, keyId and key with the .p8 file of the developer account, and see whether the key was revoked.';

/** Explanations of faults for people. Sources: Apple, "Handling notification responses from APNs". */
export const APNS_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^InvalidKey/,
    kind: 'credentials',
    advice: 'The key cannot be read: apply the content of the .p8 file as it was downloaded.',
  },
  {
    code: /^(InvalidProviderToken|MissingProviderToken|Forbidden)/,
    kind: 'credentials',
    advice: APNS_KEY,
  },
  {
    code: /^ExpiredProviderToken/,
    kind: 'credentials',
    advice: 'Apple takes the token for too old: set the clock of this machine.',
  },
  {
    code: /^(BadCertificateEnvironment|BadEnvironmentKey)/,
    kind: 'credentials',
    advice: 'The key is not for this environment: set `environment` to the one of the key, production or sandbox.',
  },
  {
    code: /^(TopicDisallowed|BadTopic|MissingTopic|DeviceTokenNotForTopic)/,
    kind: 'configuration',
    advice:
      'The topic does not belong to the team of the key: set `topic` to the bundle id of the app, and teamId to its team.',
  },
  {
    code: /^BadDeviceToken/,
    kind: 'configuration',
    advice:
      'Apple does not know the token here: it is of another app, or of the other environment (production or sandbox).',
  },
];
