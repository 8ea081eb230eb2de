import type { FaultAdvice } from '../../provider/explain-fault.js';

const SERVICE_ACCOUNT =
  'Google refuses the service account: it was deleted or disabled, or its key was revoked; create a new key in the Google Cloud console and apply it.';

/** Explanations of faults for people. Sources: Google, "FCM error codes", and RFC 6749. */
export const FCM_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^SERVICE_ACCOUNT/,
    kind: 'credentials',
    advice: 'The service account cannot be used: apply the JSON file of its key as it was downloaded.',
  },
  { code: /^OAUTH_/, kind: 'credentials', advice: SERVICE_ACCOUNT },
  {
    code: /^(PERMISSION_DENIED|403)/,
    kind: 'credentials',
    advice:
      'The service account may not send: switch the Firebase Cloud Messaging API of its project on, and give it the role "Firebase Cloud Messaging API Admin".',
  },
  {
    code: /^THIRD_PARTY_AUTH_ERROR/,
    kind: 'configuration',
    advice: 'Firebase has no valid key of Apple or of web push for this app: upload it in the Firebase console.',
  },
  {
    code: /^SENDER_ID_MISMATCH/,
    kind: 'configuration',
    advice:
      'The tokens belong to another Firebase project: apply the service account of the project that the app uses.',
  },
  {
    code: /^(UNAUTHENTICATED|NOT_FOUND|40[14])/,
    kind: 'credentials',
    advice:
      'Google does not accept the service account for this project: apply the key of a service account of that project.',
  },
];
