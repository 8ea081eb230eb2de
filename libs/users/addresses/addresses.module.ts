import { Module } from '@nestjs/common';
import { ContactRepository } from './contact.repository.js';
import { LastInboundRepository } from './last-inbound.repository.js';
import { SessionService } from './session.service.js';

const PROVIDERS = [ContactRepository, LastInboundRepository, SessionService];

/** Addresses and the look-up of their users, and when somebody last wrote from one. */
@Module({
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class AddressesModule {}
