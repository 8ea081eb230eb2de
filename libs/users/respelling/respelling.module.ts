import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { ErasureModule } from '../erasure/erasure.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { WritesModule } from '../writes/writes.module.js';
import { MailRekeyerService } from './mail-rekeyer.service.js';
import { RespellingRepository } from './respelling.repository.js';
import { RespellingService } from './respelling.service.js';
import { TokenJoinerService } from './token-joiner.service.js';

/** Renews keys that earlier releases stored. */
@Module({
  imports: [AddressesModule, DevicesModule, ErasureModule, IdsModule, WritesModule],
  providers: [MailRekeyerService, RespellingRepository, RespellingService, TokenJoinerService],
  exports: [RespellingService],
})
export class RespellingModule {}
