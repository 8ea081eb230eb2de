export { CheckedRecipients, IN_DOUBT } from './checked-recipients.js';
export { findOpening } from '../model/times/contact-hours.js';
export { policyOf } from './policy-of.js';
export { RecipientCheckRegistryService } from './recipient-check-registry.service.js';
export type { CheckedSend, RecipientCheck } from './recipient-check.js';
export {
  type OutgoingRecipient,
  type PostponedRecipient,
  type Recipient,
  toDeviceRecipient,
  type UsedUpCap,
} from './recipient.js';
