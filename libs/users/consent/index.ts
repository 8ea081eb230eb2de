export { ConsentModule } from './consent.module.js';
export { EmailFrequencyRepository } from './frequency/email-frequency.repository.js';
export { ConsentEventRepository } from './history/consent-event.repository.js';
export {
  CONSENT_SUBJECTS,
  type ConsentChange,
  type ConsentEventRow,
  type Refusal,
  type StatedSubject,
} from './history/consent-event.types.js';
export {
  BY_HERALD,
  BY_LINK,
  CONSENT_SOURCES,
  declareConsentOrigin,
  type ConsentOrigin,
  type ConsentSource,
} from './history/consent-origin.sql.js';
export { WithdrawalCountRepository } from './history/withdrawal-count.repository.js';
export { SuppressionRepository } from './suppressions/suppression.repository.js';
export { SuppressionService } from './suppressions/suppression.service.js';
export {
  CONTACT_KIND_BY_CHANNEL,
  SUPPRESSION_CHANNELS,
  SUPPRESSION_REASONS,
  type NewSuppression,
  type Suppression,
  type SuppressionChannel,
  type SuppressionPage,
  type SuppressionReason,
} from './suppressions/suppression.types.js';
export { TrackingConsentRepository, type TrackingConsent } from './tracking/tracking-consent.repository.js';
