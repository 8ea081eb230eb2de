import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { ActivityAddressService } from './activity-address.service.js';
import { DeadTokenRepository } from './dead-token.repository.js';
import { DeadTokenService } from './dead-token.service.js';

const SERVICES = [ActivityAddressService, DeadTokenService];

@Module({ imports: [UsersModule], providers: [...SERVICES, DeadTokenRepository], exports: SERVICES })
export class TokensModule {}
