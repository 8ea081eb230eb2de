import { Module } from '@nestjs/common';
import { ContactRepository } from './contact.repository.js';

/** E-mail addresses and phone numbers, and the look-up of their users. */
@Module({
  providers: [ContactRepository],
  exports: [ContactRepository],
})
export class AddressesModule {}
