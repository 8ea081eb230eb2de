import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { DeadTokenRepository } from './dead-token.repository.js';
import { DeadTokenService } from './dead-token.service.js';

const SERVICES = [DeadTokenService];

@Module({ imports: [UsersModule], providers: [...SERVICES, DeadTokenRepository], exports: SERVICES })
export class TokensModule {}
