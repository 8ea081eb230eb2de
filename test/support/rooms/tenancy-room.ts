import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ProviderAccountService,
  ApiKeyService,
  ApplicationService,
  ApplyService,
  AuthenticatorService,
  TenancyModule,
} from '#libs/tenancy';
import { loadConfig } from '#platform/config';
import type { Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { PlatformModule } from '#platform/app';
import { openQueueConnection } from '#platform/queue';

export interface TenancyRoom {
  accounts: ProviderAccountService;
  keys: ApiKeyService;
  applications: ApplicationService;
  applying: ApplyService;
  authenticator: AuthenticatorService;
  close(): Promise<void>;
}

/** The tenancy room of one process. */
export async function openTenancyRoom({ url, db }: { url: string; db: Database }): Promise<TenancyRoom> {
  const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: 'a master key for the tests of one room' });
  const logger = createLogger('test', 'silent');
  const queue = openQueueConnection(config, logger);
  @Module({ imports: [PlatformModule.forRoot({ config, logger, db, queue }), TenancyModule] })
  class RoomModule {}
  const context = await NestFactory.createApplicationContext(RoomModule, { logger: ['error'], abortOnError: false });
  return {
    accounts: context.get(ProviderAccountService),
    keys: context.get(ApiKeyService),
    applications: context.get(ApplicationService),
    applying: context.get(ApplyService),
    authenticator: context.get(AuthenticatorService),
    async close() {
      await context.close();
      await queue.close();
    },
  };
}
