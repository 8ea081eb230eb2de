/** Names a `sendNotification` that waits: `messageId` of `sendPushApproval`. */
export const APPROVAL_ID = 'X-Approval-Id';
/** Names the receipt of an erasure. */
export const ERASURE_RECEIPT = 'X-Erasure-Receipt';

/**
 * Headers that are part of an answer, so that a repeated answer has them too. They are stored as they are: none has a
 * secret or data of a person.
 */
export const KEPT_HEADERS = [APPROVAL_ID, ERASURE_RECEIPT] as const;
