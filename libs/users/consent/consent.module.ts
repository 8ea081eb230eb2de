import { Module } from '@nestjs/common';
import { IdentitiesModule } from '#libs/users/identities';
import { ProfilesModule } from '#libs/users/profiles';
import { EmailFrequencyRepository } from './frequency/email-frequency.repository.js';
import { ConsentEventRepository } from './history/consent-event.repository.js';
import { WithdrawalCountRepository } from './history/withdrawal-count.repository.js';
import { SuppressionRepository } from './suppressions/suppression.repository.js';
import { SuppressionService } from './suppressions/suppression.service.js';
import { TrackingConsentRepository } from './tracking/tracking-consent.repository.js';

const PROVIDERS = [
  EmailFrequencyRepository,
  ConsentEventRepository,
  SuppressionRepository,
  SuppressionService,
  TrackingConsentRepository,
  WithdrawalCountRepository,
];

/** Addresses that get nothing, consent to tracking, the frequency of e-mail, and the history of consent. */
@Module({ imports: [IdentitiesModule, ProfilesModule], providers: PROVIDERS, exports: PROVIDERS })
export class ConsentModule {}
